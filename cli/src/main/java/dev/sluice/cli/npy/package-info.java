/**
 * NumPy's {@code .npy} files as host tensors. Start at {@link dev.sluice.cli.npy.NpyReader} for
 * inputs and {@link dev.sluice.cli.npy.NpyOutputs} for results. What a file says is not trusted:
 * whatever is wrong with it is one refusal, and reading its header takes little memory. Uses only
 * the api.
 */
@NullMarked
package dev.sluice.cli.npy;

import org.jspecify.annotations.NullMarked;
