package dev.sluice.core.run;

import dev.sluice.Transfer;
import dev.sluice.TransferPlan;
import dev.sluice.core.memory.MeteredDevice;
import dev.sluice.core.memory.Staging;
import dev.sluice.core.memory.StagingLayout;
import dev.sluice.core.memory.TryAll;
import dev.sluice.core.replica.ManagedHandle;
import dev.sluice.error.ArgumentRef;
import dev.sluice.error.DeviceLostException;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.SluiceException;
import dev.sluice.error.TransferException;
import dev.sluice.spi.DeviceFailure;
import dev.sluice.tensor.HostTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The copies of a run, in argument order, as its plan says. Guarded by the runtime's turn. */
final class Transfers {

  private final MeteredDevice device;
  private final HostCopies copies;
  private final RangeCopies ranges;
  private final PackedCopies packs;
  private final Failures failures;
  private final RunLog log;

  Transfers(MeteredDevice device, Failures failures, RunLog log) {
    this.device = device;
    this.copies = new HostCopies(device);
    this.ranges = new RangeCopies(copies);
    this.packs = new PackedCopies(device);
    this.failures = failures;
    this.log = log;
  }

  /** Uploads and fills; the first failure ends it. */
  void upload(RunSlot slot, PreparedCall call) {
    TransferPlan plan = call.plan();
    slot.countArguments(plan.arguments().size());
    for (TransferPlan.Pack pack : plan.packs()) {
      if (pack.transfer() == Transfer.UPLOAD) {
        uploadPack(slot, call, pack);
      }
    }
    for (TransferPlan.Argument argument : plan.arguments()) {
      if (argument.fill() || argument.upload()) {
        uploadOrFill(slot, call, argument);
      }
    }
  }

  private void uploadPack(RunSlot slot, PreparedCall call, TransferPlan.Pack pack) {
    try {
      packs.upload(slot, call, call.layout(device.limits().largestAllocationBytes()), pack);
    } catch (DeviceFailure failure) {
      List<TransferPlan.Argument> packed = packed(call, pack);
      throw failures.copying(
          "the upload of " + names(refs(packed)) + " in one copy",
          failure,
          call.loaded().place(packed.get(0)));
    }
  }

  private static List<TransferPlan.Argument> packed(PreparedCall call, TransferPlan.Pack pack) {
    return pack.arguments().stream().map(call.plan().arguments()::get).toList();
  }

  private void uploadOrFill(RunSlot slot, PreparedCall call, TransferPlan.Argument argument) {
    try {
      if (argument.fill()) {
        fill(slot, call, argument);
      } else if (!call.plan().isPacked(Transfer.UPLOAD, argument.index())) {
        long bytes = device.uploadedBytes();
        long copiesBefore = device.uploadCopies();
        upload(slot, call, argument);
        slot.countUpload(argument.index(), bytes, copiesBefore);
      }
    } catch (DeviceFailure failure) {
      throw failures.copying(
          argument.upload() ? "the upload" : "the zero fill",
          failure,
          call.loaded().place(argument));
    }
  }

  private void upload(RunSlot slot, PreparedCall call, TransferPlan.Argument argument) {
    int index = argument.index();
    if (call.tensor(index) instanceof ManagedHandle managed) {
      ranges.upload(slot, managed.replica(), argument.uploads());
    } else {
      StagingLayout layout = call.layout(device.limits().largestAllocationBytes());
      copies.upload(
          slot,
          (HostTensor) call.tensor(index),
          slot.staging().handle(layout, index),
          layout.offset(index));
    }
  }

  private void fill(RunSlot slot, PreparedCall call, TransferPlan.Argument argument) {
    int index = argument.index();
    if (call.tensor(index) instanceof ManagedHandle managed) {
      managed.replica().goneFromDevice(); // if the launch does not begin, the zeros are nobody's
      device.zero(managed.replica().handle(), 0, argument.byteCount());
    } else {
      StagingLayout layout = call.layout(device.limits().largestAllocationBytes());
      device.zero(slot.staging().handle(layout, index), layout.offset(index), argument.byteCount());
    }
  }

  /**
   * Downloads; one failure does not keep the other arguments from arriving, unless the device is
   * lost.
   */
  void download(RunSlot slot, PreparedCall call) {
    Staging staging = slot.staging();
    StagingLayout layout = call.layout(device.limits().largestAllocationBytes());
    List<TransferPlan.Argument> failed = List.of();
    DeviceFailure first = null;
    for (TransferPlan.Pack pack : call.plan().packs()) {
      if (pack.transfer() != Transfer.DOWNLOAD) {
        continue;
      }
      List<TransferPlan.Argument> packed = packed(call, pack);
      try {
        packs.download(slot, call, layout, pack);
        packed.forEach(log::downloaded);
      } catch (DeviceFailure failure) {
        failed = new ArrayList<>(packed);
        first = TryAll.first(first, failure);
      }
    }
    for (TransferPlan.Argument argument : call.plan().arguments()) {
      int index = argument.index();
      if (!argument.download() || call.plan().isPacked(Transfer.DOWNLOAD, index)) {
        continue;
      }
      try {
        HostTensor target = (HostTensor) call.tensor(index);
        long bytes = device.downloadedBytes();
        long copiesBefore = device.downloadCopies();
        copies.download(slot, staging.handle(layout, index), layout.offset(index), target);
        slot.countDownload(index, bytes, copiesBefore);
        log.downloaded(argument);
      } catch (DeviceFailure failure) {
        failed = failed.isEmpty() ? new ArrayList<>() : failed;
        failed.add(argument);
        first = TryAll.first(first, failure);
      }
    }
    if (first != null) {
      throw failed(call, failed, first);
    }
  }

  private SluiceException failed(
      PreparedCall call, List<TransferPlan.Argument> failed, DeviceFailure first) {
    ErrorDetail.Builder place = call.loaded().place(failed.get(0));
    List<ArgumentRef> missing = refs(failed);
    List<ArgumentRef> arrived =
        refs(
            call.plan().arguments().stream()
                .filter(argument -> argument.download() && !failed.contains(argument))
                .toList());
    String outcome = "arrived: " + names(arrived) + "; undefined on the host: " + names(missing);
    SluiceException exception = failures.copying("the download (" + outcome + ")", first, place);
    return exception instanceof TransferException
        ? new TransferException(exception.detail(), exception.problem(), arrived, missing, first)
        : new DeviceLostException(
            exception.detail(), exception.problem() + "; " + outcome, exception.getCause());
  }

  private static List<ArgumentRef> refs(List<TransferPlan.Argument> arguments) {
    return arguments.stream().map(TransferPlan.Argument::ref).toList();
  }

  private static String names(List<ArgumentRef> arguments) {
    return arguments.isEmpty()
        ? "none"
        : arguments.stream().map(ArgumentRef::toString).collect(Collectors.joining(", "));
  }
}
