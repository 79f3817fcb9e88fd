package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.bench.AttentionBench;
import dev.sluice.cli.bench.BenchMode;
import dev.sluice.cli.bench.BenchRequest;
import dev.sluice.cli.bench.BenchResult;
import dev.sluice.cli.bench.DecodeBench;
import dev.sluice.cli.bench.DecodeRequest;
import dev.sluice.cli.bench.DecodeResult;
import dev.sluice.cli.workload.AttentionCase;
import dev.sluice.cli.workload.AttentionData;
import dev.sluice.cli.workload.IdleKernel;
import dev.sluice.cli.workload.PagedAttention;
import dev.sluice.core.Sluice;
import dev.sluice.error.ErrorDetail;
import dev.sluice.error.LaunchException;
import dev.sluice.tensor.DataType;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MainTest {

  private static Outcome run(String... args) {
    return Outcome.of(args);
  }

  @Test
  void the_main_job_prints_what_moved_and_ends_well() {
    Outcome outcome = run("bench", "paged-attention", "--rounds", "1", "--warmup", "0");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("No hardware was run")
        .containsPattern("COPY_ALL +33,753,152 +6 +33,753,152 +6\n")
        .contains("GATED                 golden PASS")
        .contains("MANAGED is the steady state, after a first round")
        .contains("MANAGED               golden PASS");
  }

  @Test
  void decoding_prints_every_step_of_every_mode_and_ends_well() {
    Outcome outcome = run("bench", "decode", "--steps", "2", "--type", "float16", "--seed", "3");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("No hardware was run")
        .contains("float16, seed 3")
        .containsPattern("step 2 +33,753,152 +6 +33,753,152 +6 ")
        .contains("MANAGED               golden PASS");
  }

  @Test
  void decoding_as_json_has_the_blocks_that_were_asked_for() {
    Outcome outcome =
        run(
            "bench",
            "decode",
            "--steps=1",
            "--mode=managed",
            "--blocks=200",
            "--kernel=none",
            "--format=json");

    JsonNode json = JsonMapper.shared().readTree(outcome.out());
    assertThat(json.get("workload").stringValue()).isEqualTo("decode");
    assertThat(json.get("blocks").intValue()).isEqualTo(200);
    assertThat(json.get("modes")).hasSize(1);
    assertThat(json.at("/modes/0/total/golden").stringValue()).isEqualTo("SKIPPED");
  }

  @Test
  void a_wrong_step_is_said_on_standard_error_and_is_exit_code_1() {
    DecodeRequest request =
        new DecodeRequest(
            AttentionCase.SMALL,
            DataType.BFLOAT16,
            AttentionData.SEED,
            List.of(BenchMode.MANAGED),
            1,
            "sim",
            "a2a3",
            PagedAttention.callable("sim", new IdleKernel()),
            true);
    DecodeResult result =
        new DecodeBench(
                request,
                mode -> Sluice.builder().platform("sim").transferMode(mode).open(),
                what -> {})
            .run();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();

    int exitCode =
        DecodeCommand.report(
            result, BenchOptions.Format.JSON, new PrintWriter(out), new PrintWriter(err, true));

    assertThat(exitCode).isEqualTo(1);
    assertThat(out.toString()).contains("\"golden\":\"FAIL\"");
    assertThat(err.toString())
        .startsWith("sluice: MANAGED: step 1: 32768 of 32768 values are wrong");
  }

  @Test
  void json_is_all_that_is_on_standard_output() {
    Outcome outcome =
        run(
            "bench",
            "paged-attention",
            "--rounds=1",
            "--warmup=0",
            "--kernel=none",
            "--format=json");

    JsonNode json = JsonMapper.shared().readTree(outcome.out());
    assertThat(json.get("modes")).hasSize(4);
    assertThat(json.at("/modes/2/golden").stringValue()).isEqualTo("SKIPPED");
    assertThat(json.at("/modes/2/d2hBytes").longValue()).isEqualTo(131_072);
    assertThat(json.at("/modes/0/deviceAllocations").longValue()).isEqualTo(1);
    assertThat(json.at("/modes/3/mode").stringValue()).isEqualTo("MANAGED");
    assertThat(json.at("/modes/3/h2dBytes").longValue()).isEqualTo(65_536 + 2048 + 64);
    assertThat(json.at("/modes/3/deviceAllocations").longValue()).isZero();
  }

  /** The command's class path is its own, so that remedy alone would be none. */
  @Test
  void a_platform_that_is_not_there_can_be_given_as_a_folder() {
    assertThat(run("explain", "paged-attention", "--platform", "absent").err())
        .endsWith(
            "; put the platform's jar on the class path or module path, or give its folder with"
                + " --platform-path; see 'sluice explain paged-attention --help'\n");
  }

  /** The list of commands shows the first line of each description: it must not end midway. */
  @Test
  void each_line_that_describes_a_command_is_whole_sentences() {
    CommandLine main =
        Main.command(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()));

    assertThat(main.getSubcommands()).isNotEmpty();
    assertThat(main.getSubcommands().values())
        .flatMap(command -> List.of(command.getCommandSpec().usageMessage().description()))
        .allSatisfy(line -> assertThat(line).matches("[A-Z].*\\."));
  }

  @Test
  void explain_prints_the_plan_and_what_copy_all_would_move() {
    Outcome outcome = run("explain", "paged-attention", "--case", "case1");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("platform sim, case case1")
        .contains("1 key_cache        IN      HOST          536,870,912 bytes  up   -")
        .contains("total: 1,075,053,568 bytes up in 5 copies, 2,097,152 bytes down in 1")
        .contains(
            "COPY_ALL would move 1,077,150,720 bytes up in 6 copies, 1,077,150,720 bytes down in 6");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "copy-all | 1,077,150,720 bytes up in 6 copies, 1,077,150,720 bytes down in 6 copies",
        "skip-input-download | 1,077,150,720 bytes up in 6 copies, 2,097,152 bytes down in 1 copy",
        "gated | 1,075,053,568 bytes up in 5 copies, 2,097,152 bytes down in 1 copy",
      })
  void case1_moves_the_published_bytes_in_each_mode(String mode, String total) {
    Outcome outcome = run("explain", "paged-attention", "--case", "case1", "--mode", mode);

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("  total: " + total + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bench paged-attention --case huge | there is no case 'huge'; use small, case1, case2",
        "bench paged-attention --mode both | there is no mode 'both'; use all, copy-all, skip-input-download, gated, managed",
        "bench paged-attention --mode gated --mode gated | '--mode' (MODE) should be specified only once",
        "explain paged-attention --mode managed | there is no mode 'managed'; use copy-all, skip-input-download, gated;",
        "explain paged-attention --mode all | there is no mode 'all'; use copy-all,",
        "bench paged-attention --rounds 0 | --rounds is 0, but must be at least 1",
        "bench paged-attention --warmup -1 | --warmup is -1, but must be at least 0",
        "bench paged-attention --rounds x | 'x' is not an int",
        "bench paged-attention --format xml | expected one of [TABLE, JSON]",
        "bench paged-attention --platform a2a3 --profile free | --profile is an option of the simulator",
        "bench paged-attention --nonsense | Unknown option: '--nonsense'",
        "bench | a workload is missing",
        "bench decode --steps 0 | --steps is 0, but must be at least 1",
        "bench decode --steps -3 | --steps is -3, but must be at least 1",
        "bench decode --steps 5000 | 5,000 steps are too many: the longest sequence starts with",
        "bench decode --blocks 0 | --blocks is 0, but must be at least 1",
        "bench decode --blocks 9 | a cache of 9 blocks is too small: 16 sequences need",
        "bench decode --case case1 --blocks 16384 | need 16,640 blocks of 128 tokens after step 8; give at least 16640 blocks, or take fewer steps",
        "bench decode --type int32 | 'int32' is no type of query and caches; use float32, float16, bfloat16",
        "bench decode --seed x | 'x' is not a long",
        "bench decode --mode both | there is no mode 'both'; use all, copy-all, skip-input-download, gated, managed",
        "bench decode --rounds 3 | Unknown options: '--rounds'",
        "bench decode --platform a2a3 --profile free | --profile is an option of the simulator",
        "bench decode --kernel c | expected one of [JAVA, NONE]",
        "platforms --platform-path /no/such/folder | --platform-path: '/no/such/folder' is missing",
        "bench paged-attention --platform-path pom.xml | --platform-path: 'pom.xml' is not a folder",
        "--platform-path src explain paged-attention | --platform-path: 'src' has no jar",
        "doctor --callable sum | --callable checks a native runtime, and the simulator has none; name a",
        "explain nothing | Unmatched argument at index 1: 'nothing'; use paged-attention",
        "runs | Unmatched argument at index 0: 'runs'; use run or audit or callables or explain or bench or platforms",
        "bench paged-attention --platform SIM --mode gated | --platform is 'SIM'; give the name of a platform, which is lower-case letters and digits, such as sim;",
        "bench paged-attention --platform a2a3 | a2a3: no platform of this name was found; found: sim",
        "bench paged-attention --profile a5 | option profile is 'a5'",
        "explain paged-attention --profile free | Unknown options: '--profile'",
      })
  void wrong_usage_is_one_line_and_exit_code_2(String args, String message) {
    Outcome outcome = run(args.split(" "));

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("sluice: ").contains(message).endsWith(" --help'\n");
    assertThat(outcome.err().lines()).hasSize(1);
  }

  @Test
  void a_failed_run_is_one_line_and_exit_code_1_and_a_stack_trace_only_if_asked_for() {
    Outcome outcome = failedRun();
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).isEqualTo("sluice: callable 'f' on sim:0: it failed; try again\n");

    Outcome traced = failedRun("--stacktrace");
    assertThat(traced.err()).contains("dev.sluice.error.LaunchException").contains("\tat ");
  }

  @Test
  void a_wrong_output_is_said_on_standard_error_and_is_exit_code_1() {
    BenchRequest request =
        new BenchRequest(
            AttentionCase.SMALL,
            List.of(BenchMode.GATED),
            1,
            0,
            "sim",
            "a2a3",
            PagedAttention.callable("sim", new IdleKernel()),
            true);
    BenchResult result =
        new AttentionBench(
                request,
                mode -> Sluice.builder().platform("sim").transferMode(mode).open(),
                what -> {})
            .run();
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();

    int exitCode =
        BenchCommand.PagedAttentionCommand.report(
            result, BenchOptions.Format.JSON, new PrintWriter(out), new PrintWriter(err, true));

    assertThat(exitCode).isEqualTo(1);
    assertThat(out.toString()).contains("\"golden\":\"FAIL\"");
    assertThat(err.toString()).startsWith("sluice: GATED: 32768 of 32768 values are wrong");
  }

  /** Runs a command that fails as a run does. */
  private static Outcome failedRun(String... args) {
    @Command(name = "failing")
    class Failing implements Callable<Integer> {
      @Override
      public Integer call() {
        throw new LaunchException(
            ErrorDetail.builder().callable("f").device("sim:0").remedy("try again").build(),
            "it failed");
      }
    }
    StringWriter err = new StringWriter();
    CommandLine command = Main.command(new PrintWriter(err), new PrintWriter(err, true));
    command
        .addSubcommand(new Failing())
        .setErr(command.getErr()) // both once more, for the command that was added
        .setExecutionExceptionHandler(command.getExecutionExceptionHandler());
    int exitCode =
        command.execute(
            Stream.concat(Stream.of("failing"), Stream.of(args)).toArray(String[]::new));
    return new Outcome(exitCode, "", err.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "bench --help",
        "bench paged-attention --help",
        "bench decode --help",
        "explain paged-attention -h",
        "-V"
      })
  void help_and_version_are_everywhere(String args) {
    Outcome outcome = run(args.split(" "));

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).isNotEmpty();
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void the_help_says_that_the_simulator_is_the_default() {
    assertThat(run("bench", "paged-attention", "--help").out().replaceAll("\\s+", " "))
        .contains("no hardware is run")
        .contains("The platform to run on (default: sim, the simulator)");
  }

  @Test
  void platforms_lists_the_simulator_and_where_it_comes_from() {
    Outcome outcome = run("platforms");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines().toList())
        .hasSize(2)
        .satisfies(lines -> assertThat(lines.get(0)).matches("name +kind +version +state +jar"))
        .satisfies(
            lines ->
                assertThat(lines.get(1))
                    .matches("sim +simulated +\\S+ +usable +/.*platform-sim.*"));
  }
}
