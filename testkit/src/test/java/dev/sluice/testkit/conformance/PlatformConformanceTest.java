package dev.sluice.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.sluice.CallableArtifact;
import dev.sluice.spi.DevicePlatform;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The kit, run on platforms that are wrong on purpose: each mistake fails the rules it breaks. */
class PlatformConformanceTest {

  /** Handed over by a parameter of the run, since JUnit makes the test class. */
  private static final String MISTAKE = "dev.sluice.mistake";

  static class Wrong extends PlatformConformance {

    private final AtomicInteger asked = new AtomicInteger();
    private Mistake mistake = Mistake.NONE;

    @BeforeEach
    void choose() {
      mistake = Mistake.valueOf(System.getProperty(MISTAKE));
    }

    @Override
    protected DevicePlatform platform() {
      return new WrongPlatform(mistake, asked);
    }

    @Override
    protected CallableArtifact copy() {
      return SimulatorConformanceTest.COPY;
    }
  }

  @ParameterizedTest
  @EnumSource(Mistake.class)
  void a_mistake_fails_the_rules_that_it_breaks_and_no_other(Mistake mistake) {
    System.setProperty(MISTAKE, mistake.name());
    try {
      Set<Integer> failed =
          EngineTestKit.engine("junit-jupiter")
              .selectors(selectClass(Wrong.class))
              .execute()
              .testEvents()
              .failed()
              .map(event -> (MethodSource) event.getTestDescriptor().getSource().orElseThrow())
              .map(source -> Integer.valueOf(source.getMethodName().substring(5, 8)))
              .collect(Collectors.toCollection(TreeSet::new));

      assertThat(failed).isEqualTo(new TreeSet<>(mistake.rules()));
    } finally {
      System.clearProperty(MISTAKE);
    }
  }
}
