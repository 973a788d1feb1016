import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { dangerButton } from "@/app/dashboard/_parts/buttons";
import { Card } from "@/app/dashboard/_parts/card";
import { NewSecretForm } from "@/app/dashboard/_parts/new-secret-form";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { When } from "@/app/dashboard/_parts/when";
import type { Place } from "@/app/dashboard/administrator";
import { addClientSecretAction, revokeClientSecretAction } from "../actions";

interface Secret {
  id: string;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface Props {
  client: { id: string; secrets: Secret[] };
  place: Place;
  mayChange: boolean;
}

/** A confidential client's live secrets. */
export function Secrets({ client, place, mayChange }: Props) {
  return (
    <section aria-labelledby="secrets" className="space-y-4">
      <h2 id="secrets" className="text-lg font-semibold">
        Secrets
      </h2>
      <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">
        {client.secrets.length > 1
          ? "Both work. Deploy the newer one, see that the older one is not used any more, then revoke it."
          : "To rotate, make a second secret: both work until you revoke one."}
      </p>
      {client.secrets.map((secret) => (
        <Card key={secret.id}>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p>
              <span className="font-mono">aocs_{secret.hint}</span>
              <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">
                Created <When at={secret.createdAt} /> · last used <When at={secret.lastUsedAt} />
              </span>
            </p>
            {mayChange && <Revoke clientId={client.id} secret={secret} place={place} />}
          </div>
        </Card>
      ))}
      {mayChange && (
        <NewSecretForm label="Client secret" action={addClientSecretAction}>
          <PlaceFields place={place} />
          <input type="hidden" name="clientId" value={client.id} />
        </NewSecretForm>
      )}
    </section>
  );
}

function Revoke({ clientId, secret, place }: { clientId: string; secret: Secret; place: Place }) {
  return (
    <details className="text-sm">
      <summary className={`${dangerButton} cursor-pointer list-none`}>
        Revoke<span className="sr-only"> secret {secret.hint}</span>
      </summary>
      <div className="mt-3 max-w-60">
        <ActionForm
          action={revokeClientSecretAction}
          submit={`Revoke ${secret.hint}`}
          tone="danger"
        >
          <p>Servers that still use it can't exchange codes from that moment.</p>
          <PlaceFields place={place} />
          <input type="hidden" name="clientId" value={clientId} />
          <input type="hidden" name="secretId" value={secret.id} />
        </ActionForm>
      </div>
    </details>
  );
}
