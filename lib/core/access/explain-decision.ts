import type { AccessDecision } from "@/lib/core/access/access";
import { type AccessQuery, readAccessFacts } from "@/lib/core/access/access-facts";
import { decisionOf } from "@/lib/core/access/decide-access";
import {
  explainAccess,
  type LayerOutcome,
  type Missing,
  missingIn,
} from "@/lib/core/access/evaluate-access";
import { findUser } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { ServiceError } from "@/lib/kernel/errors";

/** Result of the layers for one organization, and what it lacks. */
export interface AccessEvaluation {
  organizationId: string | null;
  layers: LayerOutcome[];
  missing: Missing;
}

export interface AccessExplanation {
  decision: AccessDecision;
  /** One for the named organization, or one for each that the user is a member of. */
  evaluations: AccessEvaluation[];
}

/** Returns what the evaluator would decide at this moment, layer by layer, without issuing or auditing
 *  anything.
 *  @throws ServiceError `unprocessable` for an unknown user; an unknown app or organization is a layer's
 *  own denial */
export async function explainDecision(
  caller: Caller,
  query: AccessQuery,
): Promise<AccessExplanation> {
  const [user, { workspaces, ...facts }] = await inBatch(caller, (db) =>
    Promise.all([findUser(db, query.userId), readAccessFacts(db, query)]),
  );
  if (!user)
    throw new ServiceError("unprocessable", {
      detail: "user_id: names no user of this environment.",
      says: { name: "userUnknown" },
    });
  const seen = workspaces.length > 0 ? workspaces : [null];
  const evaluations = seen.map((workspace) => {
    const layers = explainAccess({ ...facts, workspace });
    return {
      organizationId: workspace?.organizationId ?? query.organizationId,
      layers,
      missing: missingIn({ ...facts, workspace }, layers),
    };
  });
  return { decision: decisionOf({ workspaces, ...facts }, query.organizationId), evaluations };
}
