package dev.sluice.guice;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks the runtime inside a module, where the host's own bindings must not be met. */
@Qualifier @Retention(RetentionPolicy.RUNTIME)
@Target({METHOD, PARAMETER})
@interface Opened {}
