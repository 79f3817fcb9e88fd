package tests;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs the tests of one class. */
public final class RunTests {

  private RunTests() {}

  /** Prints how many tests succeeded, and what failed on standard error. */
  public static void main(String[] arguments) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(arguments[0])).build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    if (listener.getSummary().getTotalFailureCount() > 0) {
      listener.getSummary().printFailuresTo(new PrintWriter(System.err, true));
    }
    System.out.println(listener.getSummary().getTestsSucceededCount() + " tests succeeded");
  }
}
