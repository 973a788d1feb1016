import type { AccessDecision } from "@/lib/access/access";
import { readAccessFacts, type Wanted } from "@/lib/access/access-store";
import {
  chooseAccess,
  evaluateAccess,
  explainAccess,
  type LayerOutcome,
} from "@/lib/access/evaluate-access";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { findUser } from "@/lib/users/user-store";

export interface AccessExplanation {
  decision: AccessDecision;
  /** One for the organization that was named, or for each that the user is a member of. */
  evaluations: { organizationId: string | null; layers: LayerOutcome[] }[];
}

/** What the evaluator would decide at this moment, layer by layer, without issuing or auditing anything.
 *  @throws ServiceError `unprocessable` for an unknown user; an unknown app or organization is a layer's
 *  own denial */
export function explainDecision(caller: Caller, wanted: Wanted): Promise<AccessExplanation> {
  return inTenant(caller, async (transaction) => {
    if (!(await findUser(transaction, wanted.userId)))
      throw new ServiceError("unprocessable", {
        detail: "user_id: names no user of this environment.",
      });
    const { workspaces, ...facts } = await readAccessFacts(transaction, wanted);
    const seen = workspaces.length > 0 ? workspaces : [null];
    const evaluations = seen.map((workspace) => ({
      organizationId: workspace?.organizationId ?? wanted.organizationId,
      layers: explainAccess({ ...facts, workspace }),
    }));
    const decision =
      wanted.organizationId === null
        ? chooseAccess(facts, workspaces)
        : evaluateAccess({ ...facts, workspace: workspaces[0] ?? null });
    return { decision, evaluations };
  });
}
