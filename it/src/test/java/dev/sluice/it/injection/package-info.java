/**
 * The runtime in a host application: {@link dev.sluice.it.injection.SluiceModuleTest} injects it,
 * {@link dev.sluice.it.injection.HostApplicationTest} builds and runs the sample application, and
 * {@link dev.sluice.it.injection.HostProcessTest} shows that nothing else needs Guice.
 */
@NullMarked
package dev.sluice.it.injection;

import org.jspecify.annotations.NullMarked;
