import { revalidatePath } from "next/cache";
import type { z } from "zod";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import { invalid, refusalsSaid, saidWhenBusy } from "@/app/dashboard/_request/administrator-action";
import { fieldsOf, givenIn } from "@/app/dashboard/_request/form-fields";
import { requireFreshProof } from "@/app/dashboard/_request/require-fresh-proof";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import type { Actor, RequestContext } from "@/lib/caller";

/** What an operator's action is given. */
export interface OperatorRequest<Input> {
  by: { actor: Actor; context: RequestContext };
  input: Input;
}

/** A server action for operators: authorised, proven afresh, parsed, then done. All of them reach over every
 *  tenant, so each asks for the proof. */
export function operatorAction<S extends z.ZodObject>(
  schema: S,
  work: (request: OperatorRequest<z.output<S>>) => Promise<FormState>,
): FormAction {
  return saidWhenBusy(async (_, form) => {
    const { administrator, by } = await signedInOperator();
    await requireFreshProof(administrator);
    const parsed = schema.safeParse(fieldsOf(form, schema));
    if (!parsed.success) return invalid(parsed.error, form);
    const outcome = (await refusalsSaid<FormState>(() => work({ by, input: parsed.data }))) ?? {};
    if (outcome.problem) return { given: givenIn(form), ...outcome };
    revalidatePath("/dashboard/operator", "layout");
    return outcome;
  });
}
