import type { AuditKind } from "@/lib/audit/audit-kinds";
import { peopleSentences } from "./people-sentences";
import { platformSentences } from "./platform-sentences";
import { signInSentences } from "./sign-in-sentences";

/** What each kind of event means, as a sentence. `{actor}` is who acted, `{from}` the browser, and any other word in
 *  braces the target of that type. A kind without a sentence does not compile. */
export const sentences: Record<AuditKind, string> = {
  ...signInSentences,
  ...peopleSentences,
  ...platformSentences,
};
