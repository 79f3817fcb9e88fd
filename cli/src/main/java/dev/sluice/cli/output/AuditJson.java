package dev.sluice.cli.output;

import dev.sluice.AuditReport;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An audit as JSON, for scripts; its shape is stable within a schema number. Stateless. */
public final class AuditJson {

  private static final int SCHEMA = 1;

  private AuditJson() {}

  /** Returns one line of JSON. */
  public static String of(AuditReport report) {
    JsonMapper mapper = JsonMapper.shared();
    ObjectNode root = mapper.createObjectNode();
    root.put("schema", SCHEMA);
    root.put("callable", report.callable());
    root.put("device", report.device());
    root.put("runs", report.runs());
    root.putArray("arguments");
    for (AuditReport.Finding finding : report.arguments()) {
      ObjectNode node = root.withArray("arguments").addObject();
      node.put("index", finding.argument().index());
      node.put("name", finding.argument().name());
      node.put("declared", finding.declared().name());
      node.put("verdict", finding.verdict().name());
      node.put("bytes", finding.bytes());
      node.putArray("ranges");
      finding
          .ranges()
          .forEach(
              range ->
                  node.withArray("ranges")
                      .addObject()
                      .put("offset", range.offset())
                      .put("length", range.length()));
      node.put("reason", finding.reason());
    }
    return mapper.writeValueAsString(root);
  }
}
