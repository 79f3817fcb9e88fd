package dev.sluice.core.replica;

import dev.sluice.core.memory.ByteRanges;
import dev.sluice.tensor.ByteRange;
import java.util.List;

/**
 * Which side has which bytes of a tensor: only the host, only the device, neither because they were
 * lost, neither because nobody wants them, or, for all others, both. Thread-safe.
 */
final class Validity {

  private final ByteRange whole;
  private final ByteRanges hostOnly = new ByteRanges();
  private final ByteRanges deviceOnly = new ByteRanges();
  private final ByteRanges lost = new ByteRanges();
  private final ByteRanges worthless = new ByteRanges();

  /** Starts with all bytes on the host. */
  Validity(long byteCount) {
    this.whole = new ByteRange(0, byteCount);
    hostOnly.add(whole);
  }

  synchronized List<ByteRange> hostOnly() {
    return hostOnly.list();
  }

  synchronized List<ByteRange> deviceOnly() {
    return deviceOnly.list();
  }

  synchronized List<ByteRange> lost() {
    return lost.list();
  }

  synchronized boolean isDeviceOnly(ByteRange range) {
    return deviceOnly.firstOverlap(range).isPresent();
  }

  synchronized boolean isAnyLost() {
    return !lost.isEmpty();
  }

  synchronized List<ByteRange> lost(ByteRange range) {
    return lost.list().stream().filter(range::overlaps).toList();
  }

  /** The host has written a range. */
  synchronized void writtenOnHost(ByteRange range) {
    hostOnly.add(range);
    deviceOnly.remove(range);
    lost.remove(range);
    worthless.remove(range);
  }

  /** The host has written some of a range, and nobody knows which bytes: the device's are kept. */
  synchronized void halfWrittenOnHost(ByteRange range) {
    both(range).forEach(hostOnly::add);
  }

  /** A run has written all. */
  synchronized void writtenOnDevice() {
    if (deviceOnly.is(whole)) {
      return; // after every run but the first, unless the host came between
    }
    hostOnly.clear();
    lost.clear();
    worthless.clear();
    deviceOnly.add(whole);
  }

  /** The device has the host's bytes of a range. */
  synchronized void uploaded(ByteRange range) {
    hostOnly.remove(range);
  }

  /** The device may have broken bytes in a range, none of which it alone had. */
  synchronized void halfUploaded(ByteRange range) {
    both(range).forEach(hostOnly::add);
  }

  /** The host has the device's bytes of a range. */
  synchronized void downloaded(ByteRange range) {
    deviceOnly.remove(range);
  }

  /** The host may have broken bytes in a range, none of which it alone had. */
  synchronized void halfDownloaded(ByteRange range) {
    both(range).forEach(deviceOnly::add);
  }

  /** The device has no byte any more that can be counted on. */
  synchronized void goneFromDevice() {
    both(whole).forEach(hostOnly::add);
    deviceOnly.list().forEach(lost::add);
    deviceOnly.clear();
  }

  /** Nobody wants the bytes. */
  synchronized void discarded() {
    hostOnly.clear();
    deviceOnly.clear();
    lost.clear();
    worthless.add(whole);
  }

  /** Returns the bytes of a range that both sides have. */
  private List<ByteRange> both(ByteRange range) {
    ByteRanges both = new ByteRanges();
    both.add(range);
    for (ByteRanges others : List.of(hostOnly, deviceOnly, lost, worthless)) {
      others.list().forEach(both::remove);
    }
    return both.list();
  }
}
