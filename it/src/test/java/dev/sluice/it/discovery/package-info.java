/**
 * Platform jars dropped beside ours: {@link dev.sluice.it.discovery.DroppedJarsTest} on class path
 * and module path, {@link dev.sluice.it.discovery.FatJarTest} in one jar, {@link
 * dev.sluice.it.discovery.PlatformPathTest} in a folder of the command's, {@link
 * dev.sluice.it.discovery.ClassLoaderTest} behind class loaders.
 */
@NullMarked
package dev.sluice.it.discovery;

import org.jspecify.annotations.NullMarked;
