package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SpinningQueueTest {

  private static final Runnable WORK = () -> {};

  private final SpinningQueue queue = new SpinningQueue();

  @Test
  void what_is_there_is_taken_in_order() throws InterruptedException {
    Runnable second = () -> {};
    queue.add(WORK);
    queue.add(second);

    assertThat(queue.take()).isSameAs(WORK);
    assertThat(queue.take()).isSameAs(second);
  }

  @Test
  void a_reader_that_has_gone_to_sleep_gets_what_comes_later() throws InterruptedException {
    CompletableFuture<Runnable> taken = new CompletableFuture<>();
    Thread reader = new Thread(() -> taken.complete(taken()));
    reader.start();
    while (reader.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    queue.add(WORK);

    assertThat(taken.join()).isSameAs(WORK);
    reader.join();
  }

  private Runnable taken() {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_reader_that_is_interrupted_stops_waiting() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(queue::take).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }
}
