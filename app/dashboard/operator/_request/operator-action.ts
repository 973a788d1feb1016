import type { z } from "zod";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import {
  invalid,
  reportBusyInForm,
  reportRefusalsInForm,
} from "@/app/dashboard/_request/administrator-action";
import { conclude } from "@/app/dashboard/_request/conclude";
import { declareAction } from "@/app/dashboard/_request/declared-action";
import { factorMissing } from "@/app/dashboard/_request/factor-missing";
import { fieldsOf } from "@/app/dashboard/_request/form-fields";
import { handleProofChoice, requireStepUp } from "@/app/dashboard/_request/fresh-proof";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import type { Actor, RequestContext } from "@/lib/kernel/caller";

/** Request to an operator's action. */
export interface OperatorRequest<Input> {
  by: { actor: Actor; context: RequestContext };
  input: Input;
  t: Translator<"operator">;
}

/** Makes a server action for operators: authorises it, parses the form, requires a fresh proof, then does it.
 *  All of them affect every tenant, so each requires the proof.
 *  @param schemaIn makes the schema, with messages in the operator's language */
export function operatorAction<S extends z.ZodObject>(
  schemaIn: (t: Translator<"operator">) => S,
  work: (request: OperatorRequest<z.output<S>>) => Promise<FormState>,
): FormAction {
  const action = reportBusyInForm<FormState>(async (_, form) => {
    const { administrator, by } = await signedInOperator();
    const proofChoice = await handleProofChoice(administrator, form);
    if (proofChoice) return proofChoice;
    const { t } = await wordsOf("operator");
    const schema = schemaIn(t);
    const parsed = schema.safeParse(fieldsOf(form, schema));
    if (!parsed.success) return invalid(parsed.error, form);
    const held =
      (await factorMissing(administrator, form, async () => administrator.operatorSince)) ??
      (await requireStepUp(administrator, form));
    if (held) return held;
    const outcome = await reportRefusalsInForm(() => work({ by, input: parsed.data, t }));
    return conclude(outcome, form, "/dashboard/operator");
  });
  return declareAction({ by: "operator", schemaIn }, action);
}
