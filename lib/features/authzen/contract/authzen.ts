import { z } from "zod";
import { AccessDenialCode } from "@/lib/core/contract/access";
import { ofSize } from "@/lib/core/contract/body-size";
import { bodyId } from "@/lib/core/contract/fields";
import {
  type AccessAnswer,
  type AccessQuestion,
  type AnswerCode,
  answerCodes,
  answerLayers,
} from "@/lib/features/authzen/access-question";
import { storable } from "@/lib/kernel/db/exact-json";
import { isId } from "@/lib/kernel/ids";

// The Authorization API 1.0 of OpenID AuthZEN. By §10.1.1 a receiver ignores unknown fields, so that these
// are the only bodies that accept them.

/** Maximum number of evaluations of a batch. */
const MOST = 1_000;
/** Half a kilobyte for each of them, and the limit of the proxies in `deploy`. */
const LARGEST = 512 * 1024;

const text = (most: number) =>
  z.string().min(1).max(most).refine(storable, "holds NUL or half of a surrogate pair");
const properties = z.record(z.string(), z.unknown()).optional();

const Subject = z
  .object({
    type: text(256).meta({ description: "`user`. Of any other the answer is no." }),
    id: text(256).meta({
      description:
        "The user's id. What is no UUID is the tenant's own id of the user (`external_id`), compared exactly.",
    }),
    properties: properties.meta({ description: "Not looked at." }),
  })
  .meta({ id: "AuthzenSubject", description: "Who is to be let through." });

const Action = z
  .object({
    name: text(256).meta({
      description:
        "`access` for an app, an entitlement or a permission; else a verb of the product's own.",
    }),
    properties: properties.meta({ description: "Not looked at." }),
  })
  .meta({ id: "AuthzenAction", description: "What is to be done." });

const Resource = z
  .object({
    type: text(256).meta({
      description:
        "`app`, `entitlement` or `permission`. Any other is a type of the product's own: the permission `<type>:<action>` is asked for.",
    }),
    id: text(2_048).meta({
      description:
        "The app's id, or the entitlement or permission itself. Of a type of the product's own it is not looked at: a permission holds for all of a type.",
    }),
    properties: z
      .object({
        app_id: bodyId.optional().meta({
          description:
            "The app that is to be entered besides. Without it, the layers that look at an app let everybody through.",
        }),
      })
      .optional()
      .meta({ description: "Others are not looked at." }),
  })
  .meta({ id: "AuthzenResource", description: "What is to be used." });

const Context = z
  .object({
    organization_id: bodyId.optional().meta({
      description: "The organization. Without it, the one through which the user enters.",
    }),
  })
  .meta({
    id: "AuthzenContext",
    description: "Under what circumstances. Other fields are not looked at.",
  });

const parts = { subject: Subject, action: Action, resource: Resource };

export const EvaluationBody = z
  .object({ ...parts, context: Context.optional() })
  .meta({ id: "AuthzenEvaluation" });

type Evaluation = z.output<typeof EvaluationBody>;

/** One evaluation of a batch. Missing parts come from the batch. */
const PartialEvaluation = z
  .object({
    subject: Subject.optional(),
    action: Action.optional(),
    resource: Resource.optional(),
    context: Context.optional(),
  })
  .meta({ id: "AuthzenPartialEvaluation" });

const semantics = ["execute_all", "deny_on_first_deny", "permit_on_first_permit"] as const;

const EvaluationsOptions = z
  .object({
    evaluations_semantic: z.enum(semantics).optional().meta({
      description:
        "Answer all, or as far as the first no, or as far as the first yes. `execute_all` unless it is sent.",
    }),
  })
  .meta({ id: "AuthzenOptions", description: "How to answer. Other options are not looked at." });

/** One evaluation of a batch, or its problem. The generator of the description cannot derive its schema. */
const AnyEvaluation = PartialEvaluation.catch(problemOf).meta({
  type: "object",
  properties: Object.fromEntries(
    ["Subject", "Action", "Resource", "Context"].map((part) => [
      part.toLowerCase(),
      { $ref: `#/components/schemas/Authzen${part}` },
    ]),
  ),
});

/** Body of a batch. An invalid evaluation gets an answer of its own (certification scenario, §3.4.1), and
 *  the others are answered normally. */
export const EvaluationsBody = ofSize(
  z
    .object({
      ...PartialEvaluation.shape,
      evaluations: z
        .array(AnyEvaluation)
        .max(MOST)
        .optional()
        .meta({
          description: `Up to ${MOST}. Each takes what it does not say itself from the whole. With none, the whole is the one evaluation, and is answered as such.`,
        }),
      options: EvaluationsOptions.optional(),
    })
    .superRefine((body, context) => {
      if (!isSingle(body)) return;
      for (const part of missingOf(body))
        context.addIssue({ code: "custom", path: [part], message: MISSING });
    })
    .meta({ id: "AuthzenEvaluations" }),
  LARGEST,
);

type Batch = z.output<typeof EvaluationsBody>;

/** Problem of one evaluation of a batch. */
interface Problem {
  problem: string;
}

/** Without evaluations, the batch itself is the one evaluation (§7.1). */
const isSingle = ({ evaluations }: { evaluations?: unknown[] | undefined }) => !evaluations?.length;

const MISSING = "Required: neither the evaluation nor the whole has it";

/** Turns a validation error into the problem of an evaluation, which `questionsOf` recognises by its field
 *  `problem`. */
function problemOf({ error }: z.core.$ZodCatchCtx): z.output<typeof PartialEvaluation> {
  const problem = error.issues
    .slice(0, 10)
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
  return { problem } satisfies Problem as object;
}

function missingOf(item: Partial<Evaluation>): (keyof typeof parts)[] {
  return (Object.keys(parts) as (keyof typeof parts)[]).filter((part) => item[part] === undefined);
}

const Decision = z
  .object({
    decision: z.boolean().meta({ description: "Whether to let the user through." }),
    context: z
      .object({
        layer: z.enum(answerLayers).optional().meta({
          description:
            "What the refusal is about: the layer of the access evaluator that denied, or `subject`, `action` or `permission`.",
        }),
        code: z.enum(answerCodes).optional().meta({ description: "Why not." }),
        organization_id: z.uuid().optional().meta({
          description: "The organization through which the user is let through.",
        }),
        observed: z.array(AccessDenialCode).optional().meta({
          description: "Layers that would have denied if the entitlement policy were enforced.",
        }),
        error: z
          .object({
            status: z
              .literal(400)
              .meta({ description: "As a single evaluation would have been answered." }),
            message: z.string().meta({ description: "What is wrong with this evaluation." }),
          })
          .optional()
          .meta({ description: "Why there is no decision on this evaluation of a batch." }),
      })
      .meta({ description: "Why." }),
  })
  .meta({ id: "AuthzenDecision" });

export const EvaluationResource = Decision;

export const EvaluationsResource = z.union([
  Decision,
  z
    .object({
      evaluations: z.array(Decision).meta({
        description: "In the order of the request; fewer where the answer ends before.",
      }),
    })
    .meta({ id: "AuthzenDecisions" }),
]);

/** Access question of an evaluation, or a refusal that needs no evaluator. */
export function questionOf({
  subject,
  action,
  resource,
  context,
}: Evaluation): AccessQuestion | AccessAnswer {
  if (subject.type !== "user") return refused("subject", "subject_unknown");
  const own = ownTypes.has(resource.type);
  if (own && action.name !== "access") return refused("action", "action_unknown");
  const about = {
    subject: isId(subject.id) ? { userId: subject.id.toLowerCase() } : { externalId: subject.id },
    organizationId: context?.organization_id ?? null,
  };
  if (resource.type === "app") {
    if (!isId(resource.id)) return refused("app", "app_unknown");
    return { ...about, appId: resource.id.toLowerCase(), use: null };
  }
  return {
    ...about,
    appId: resource.properties?.app_id ?? null,
    use: neededFor(resource, action.name),
  };
}

const ownTypes: ReadonlySet<string> = new Set(["app", "entitlement", "permission"]);

function neededFor({ type, id }: Evaluation["resource"], action: string): AccessQuestion["use"] {
  if (type === "entitlement") return { entitlement: id };
  return { permission: type === "permission" ? id : `${type}:${action}` };
}

/** Access questions of a batch in its order, with problems in place of invalid evaluations. */
export function questionsOf(batch: Batch): (AccessQuestion | AccessAnswer | Problem)[] {
  const { evaluations = [], options: _, ...whole } = batch;
  if (isSingle(batch)) return [questionOf(whole as Evaluation)];
  return evaluations.map((item: z.output<typeof PartialEvaluation> | Problem) => {
    if ("problem" in item) return item;
    const complete = { ...whole, ...item };
    const missing = missingOf(complete);
    if (missing.length > 0)
      return { problem: missing.map((part) => `${part}: ${MISSING}`).join("; ") };
    return questionOf(complete as Evaluation);
  });
}

/** An answer in the API's form. */
export function evaluationResponse(answer: AccessAnswer | Problem): z.infer<typeof Decision> {
  if ("problem" in answer)
    return { decision: false, context: { error: { status: 400, message: answer.problem } } };
  if (!answer.allowed)
    return { decision: false, context: { layer: answer.layer, code: answer.code } };
  const { organizationId, observed } = answer;
  return {
    decision: true,
    context: { organization_id: organizationId, ...(observed.length > 0 ? { observed } : {}) },
  };
}

/** Answers of a batch, up to where its semantic stops; for a batch without evaluations, the answer to the
 *  batch itself. */
export function evaluationsResponse(
  answers: readonly (AccessAnswer | Problem)[],
  batch: Batch,
): z.infer<typeof EvaluationsResource> {
  const evaluations = answers.map(evaluationResponse);
  const [only] = evaluations;
  if (only && isSingle(batch)) return only;
  const { evaluations_semantic: semantic = "execute_all" } = batch.options ?? {};
  if (semantic === "execute_all") return { evaluations };
  const permits = semantic === "permit_on_first_permit";
  const last = evaluations.findIndex(({ decision }) => decision === permits);
  return { evaluations: last < 0 ? evaluations : evaluations.slice(0, last + 1) };
}

function refused(layer: (typeof answerLayers)[number], code: AnswerCode): AccessAnswer {
  return { allowed: false, layer, code };
}

/** Metadata of the policy decision point (§9.1).
 *  @param baseUrl address of the installation, which is its identifier */
export function decisionPointMetadata(baseUrl: string): z.infer<typeof DecisionPointMetadata> {
  return {
    policy_decision_point: baseUrl,
    access_evaluation_endpoint: `${baseUrl}/access/v1/evaluation`,
    access_evaluations_endpoint: `${baseUrl}/access/v1/evaluations`,
  };
}

export const DecisionPointMetadata = z
  .object({
    policy_decision_point: z
      .string()
      .meta({ description: "The identifier of this installation: its address." }),
    access_evaluation_endpoint: z.string().meta({ description: "Where to ask one question." }),
    access_evaluations_endpoint: z.string().meta({ description: "Where to ask several." }),
  })
  .meta({ id: "AuthzenConfiguration" });
