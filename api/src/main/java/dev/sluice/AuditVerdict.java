package dev.sluice;

/** What an audit found out about the declared direction of one argument. */
public enum AuditVerdict {
  /** The declared direction moves every byte that the callable needs, and no other. */
  SAFE,
  /** The declared direction loses bytes: a run that follows it gives other results. */
  UNSAFE,
  /** The results are right, but one of the two copies moves nothing that anybody needs. */
  WASTEFUL,
  /** The audit cannot tell, and says why. */
  UNKNOWN
}
