package dev.sluice.spi.hostruntime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A JNI library without a device: notes the calls, and answers as it is told to. */
final class RecordedCalls implements HostRuntimeBinding {

  static final long CONTEXT = 77;

  final List<String> made = new ArrayList<>();
  final Map<String, NativeFailure> failing = new HashMap<>();
  final Map<String, Error> errors = new HashMap<>();
  final List<Integer> polls = new ArrayList<>(List.of(0, 0, 1));
  int finishCode;
  long nextAddress = 0x1000;
  long committed;
  byte[] callable = {};
  byte[] arguments = {};

  private void made(String call) {
    made.add(call);
    NativeFailure failure = failing.get(call.split(" ")[0]);
    if (failure != null) {
      throw failure;
    }
    throwErrorOf(call.split(" ")[0]);
  }

  private void throwErrorOf(String call) {
    Error error = errors.get(call);
    if (error != null) {
      throw error;
    }
  }

  static byte[] bytes(ByteBuffer buffer, int position, int length) {
    byte[] bytes = new byte[length];
    buffer.duplicate().clear().get(position, bytes);
    return bytes;
  }

  static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void systemLoad(String path) {
    made("systemLoad");
  }

  @Override
  public long load(@Nullable String simContext, String hostRuntime, int logThreshold) {
    made("load");
    return 1;
  }

  @Override
  public long open(
      long library,
      int deviceId,
      ByteBuffer aicpu,
      ByteBuffer aicore,
      @Nullable ByteBuffer dispatcher,
      ByteBuffer config) {
    made("open");
    return CONTEXT;
  }

  @Override
  public void close(long context, boolean retired) {
    made("close " + retired);
  }

  @Override
  public long allocate(long context, long bytes) {
    made("allocate " + bytes);
    long address = nextAddress;
    nextAddress += nextAddress == 0 ? 0 : 0x1000;
    committed += bytes;
    return address;
  }

  @Override
  public void free(long context, long address) {
    made("free " + Long.toHexString(address));
  }

  @Override
  public long committedBytes(long context) {
    throwErrorOf("committedBytes");
    return committed;
  }

  @Override
  public void copyToDevice(
      long context, long address, ByteBuffer source, int position, int length) {
    byte[] bytes = bytes(source, position, length);
    made("copyToDevice " + Long.toHexString(address) + " " + length + " " + bytes[length - 1]);
  }

  @Override
  public void copyToHost(long context, long address, ByteBuffer target, int position, int length) {
    made("copyToHost " + Long.toHexString(address) + " " + position + " " + length);
  }

  @Override
  public void register(long context, int id, ByteBuffer flat, int length) {
    callable = bytes(flat, 0, length);
    made("register " + id);
  }

  @Override
  public void unregister(long context, int id) {
    made("unregister " + id);
  }

  @Override
  public void launch(long context, int id, ByteBuffer flat, int length, int bank) {
    arguments = bytes(flat, 0, length);
    made("launch " + id + " " + bank);
  }

  @Override
  public int poll(long context) {
    return polls.size() > 1 ? polls.remove(0) : polls.get(0);
  }

  @Override
  public int finish(long context) {
    made("finish");
    return finishCode;
  }

  @Override
  public void probe(
      long context,
      int id,
      ByteBuffer flatCallable,
      int callableLength,
      ByteBuffer flatArguments,
      int argumentsLength) {
    made("probe " + id);
  }
}
