import { z } from "zod";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import {
  type ActionRequest,
  administratorAction,
  type Demands,
} from "@/app/dashboard/_request/administrator-action";
import { confirmationMismatch, matchesConfirmation } from "@/app/dashboard/_request/typed-as-asked";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

const Confirmed = z.object({ id: z.uuid(), confirmation: z.string() });
type Input = z.output<typeof Confirmed>;

/** Makes a server action that can't be undone: it finds the thing, compares the typed word, and then does it.
 *  @param find null for an unknown thing
 *  @param word the word to type: the name of the thing that ends */
export function confirmedAction<Thing>(
  demands: Demands<Input>,
  find: (db: Queryable, id: string) => Promise<Thing | null>,
  word: (found: Thing) => string,
  work: (request: ActionRequest<Input>, found: Thing) => Promise<FormState>,
): FormAction {
  return administratorAction(Confirmed, demands, async (request): Promise<FormState> => {
    const { caller, input } = request;
    const found = await inTransaction(caller, (db) => find(db, input.id));
    if (!found) throw missing();
    if (!matchesConfirmation(input, word(found))) return confirmationMismatch;
    return work(request, found);
  });
}
