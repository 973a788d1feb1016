import type { Catalog } from "@/app/dashboard/_words/catalogs";

/** Texts of a verification in the browser. */
export type ProofTexts = Pick<
  Catalog["proof"],
  "verify" | "outcomes" | "verdicts" | "parts" | "steps"
>;

/** The texts that a browser gets for it. */
export function proofTexts({
  verify,
  outcomes,
  verdicts,
  parts,
  steps,
}: Catalog["proof"]): ProofTexts {
  return { verify, outcomes, verdicts, parts, steps };
}
