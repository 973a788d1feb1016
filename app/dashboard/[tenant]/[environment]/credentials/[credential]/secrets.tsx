import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { dangerButton } from "@/app/dashboard/_parts/buttons";
import { Card } from "@/app/dashboard/_parts/card";
import { NewSecretForm } from "@/app/dashboard/_parts/new-secret-form";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import type { ListedCredential, ListedSecret } from "@/lib/credentials/credential-store";
import { addSecretAction, retireSecretAction } from "../actions";

interface Props {
  credential: ListedCredential;
  place: Place;
  mayChange: boolean;
}

/** A credential's live secrets. Two overlap while a rotation is under way. */
export function Secrets({ credential, place, mayChange }: Props) {
  const { id, secrets } = credential;
  const overlap = secrets.length > 1;
  return (
    <section aria-labelledby="secrets" className="space-y-4">
      <h2 id="secrets" className="text-lg font-semibold">
        Secrets
      </h2>
      <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">
        {overlap
          ? "Both work. Deploy the newer one everywhere, see that the older one is not used any more, then retire it. Tokens it was exchanged for go on until they expire, at most 15 minutes."
          : "To rotate, make a second secret: both work until you retire one."}
      </p>
      <div className="grid gap-4">
        {secrets.map((secret) => (
          <Card key={secret.id}>
            <div className="flex flex-wrap items-center justify-between gap-4">
              <p>
                <span className="font-mono">as_{secret.hint}</span>
                <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">
                  Created <When at={secret.createdAt} /> · last used <When at={secret.lastUsedAt} />
                </span>
              </p>
              {mayChange && overlap && <Retire id={id} secret={secret} place={place} />}
            </div>
          </Card>
        ))}
      </div>
      {mayChange && (
        <NewSecretForm label="Client secret" action={addSecretAction}>
          <PlaceFields place={place} />
          <input type="hidden" name="id" value={id} />
        </NewSecretForm>
      )}
    </section>
  );
}

function Retire({ id, secret, place }: { id: string; secret: ListedSecret; place: Place }) {
  return (
    <details className="text-sm">
      <summary className={`${dangerButton} cursor-pointer list-none`}>
        Retire<span className="sr-only"> secret {secret.hint}</span>
      </summary>
      <div className="mt-3 max-w-60">
        <ActionForm action={retireSecretAction} submit={`Retire ${secret.hint}`} tone="danger">
          <p>Whatever still uses it gets no new token. This can't be undone.</p>
          <PlaceFields place={place} />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="secretId" value={secret.id} />
        </ActionForm>
      </div>
    </details>
  );
}
