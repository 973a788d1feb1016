import { z } from "zod";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import {
  type ActionRequest,
  administratorAction,
  type Demands,
} from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import { missing } from "@/lib/kernel/errors";

/** Makes a server action that can't be undone: it finds the thing, compares the typed word, and then does it.
 *  @param find null for an unknown thing
 *  @param word the word to type: the name of the thing that ends */
export function confirmedAction<S extends z.ZodRawShape, Thing>(
  shape: S,
  demands: Demands<Confirmed<S>>,
  find: (request: ActionRequest<Confirmed<S>>) => Promise<Thing | null | undefined>,
  word: (found: Thing) => string,
  work: (request: ActionRequest<Confirmed<S>>, found: Thing) => Promise<FormState>,
) {
  const schema = z.object({ ...shape, confirmation: z.string() });
  return administratorAction(schema, demands as Demands<unknown>, async (given) => {
    const request = given as unknown as ActionRequest<Confirmed<S>>;
    const found = await find(request);
    if (!found) throw missing();
    if (!matchesConfirmation(request.input, word(found))) return confirmationMismatch;
    return work(request, found);
  });
}

type Confirmed<S extends z.ZodRawShape> = z.output<z.ZodObject<S>> & { confirmation: string };
