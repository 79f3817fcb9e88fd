package dev.sluice.core.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * The address of a direct buffer, by which two buffers that were made apart are seen to overlap.
 * Java 22 has an API for it; below, the field is read through {@code Unsafe}, which newer versions
 * would warn of. The one class that does this.
 */
public final class BufferAddress {

  private static final MethodHandle ADDRESS = addressOfFirstByte();

  private BufferAddress() {}

  /** Returns the address of the byte at the buffer's position. */
  public static long of(ByteBuffer direct) {
    try {
      return (long) ADDRESS.invokeExact((Buffer) direct);
    } catch (Throwable e) {
      throw new IllegalStateException("the address of a direct buffer cannot be read", e);
    }
  }

  private static MethodHandle addressOfFirstByte() {
    try {
      return Runtime.version().feature() >= 22 ? throughMemorySegment() : throughUnsafe();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static MethodHandle throughMemorySegment() throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
    MethodHandle ofBuffer =
        lookup.findStatic(segment, "ofBuffer", MethodType.methodType(segment, Buffer.class));
    MethodHandle address =
        lookup.findVirtual(segment, "address", MethodType.methodType(long.class));
    return MethodHandles.filterReturnValue(ofBuffer, address);
  }

  private static MethodHandle throughUnsafe() throws ReflectiveOperationException {
    Class<?> unsafeType = Class.forName("sun.misc.Unsafe");
    Field singleton = unsafeType.getDeclaredField("theUnsafe");
    singleton.setAccessible(true);
    Object unsafe = singleton.get(null);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    long offset =
        (long)
            unsafeType
                .getMethod("objectFieldOffset", Field.class)
                .invoke(unsafe, Buffer.class.getDeclaredField("address"));
    MethodHandle getLong =
        lookup.findVirtual(
            unsafeType, "getLong", MethodType.methodType(long.class, Object.class, long.class));
    MethodHandle base =
        MethodHandles.insertArguments(getLong.bindTo(unsafe), 1, offset)
            .asType(MethodType.methodType(long.class, Buffer.class));
    MethodHandle plusPosition =
        lookup.findStatic(
            BufferAddress.class,
            "plusPosition",
            MethodType.methodType(long.class, long.class, Buffer.class));
    return MethodHandles.foldArguments(plusPosition, base);
  }

  @SuppressWarnings("unused") // called through a method handle
  private static long plusPosition(long base, Buffer buffer) {
    return base + buffer.position();
  }
}
