import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { dangerButton } from "@/app/dashboard/_parts/buttons";
import { NewSecretForm } from "@/app/dashboard/_parts/new-secret-form";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { SecretCard } from "@/app/dashboard/_parts/secret-card";
import { When } from "@/app/dashboard/_parts/text";
import type { Translator } from "@/app/dashboard/_words/words-of";
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
  t: Translator<"connections">;
}

/** Live secrets of a confidential client. */
export function Secrets({ client, place, mayChange, t }: Props) {
  return (
    <section aria-labelledby="secrets" className="space-y-4">
      <h2 id="secrets" className="text-lg font-semibold">
        {t("shared.secrets")}
      </h2>
      <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">
        {client.secrets.length > 1 ? t("clients.secrets.both") : t("clients.secrets.rotate")}
      </p>
      {client.secrets.map((secret) => (
        <SecretCard
          key={secret.id}
          shown={`aocs_${secret.hint}`}
          facts={t.rich("shared.used", {
            created: () => <When at={secret.createdAt} />,
            used: () => <When at={secret.lastUsedAt} />,
          })}
        >
          {mayChange && <Revoke clientId={client.id} secret={secret} place={place} t={t} />}
        </SecretCard>
      ))}
      {mayChange && (
        <NewSecretForm label={t("shared.clientSecret")} action={addClientSecretAction}>
          <PlaceFields place={place} />
          <input type="hidden" name="clientId" value={client.id} />
        </NewSecretForm>
      )}
    </section>
  );
}

interface RevokeProps {
  clientId: string;
  secret: Secret;
  place: Place;
  t: Translator<"connections">;
}

function Revoke({ clientId, secret, place, t }: RevokeProps) {
  return (
    <details className="text-sm">
      <summary className={`${dangerButton} cursor-pointer list-none`}>
        {t("shared.revokeSecret", { hint: secret.hint })}
      </summary>
      <div className="mt-3 max-w-60">
        <ActionForm
          action={revokeClientSecretAction}
          submit={t("shared.revokeHint", { hint: secret.hint })}
          tone="danger"
        >
          <p>{t("clients.secrets.warning")}</p>
          <PlaceFields place={place} />
          <input type="hidden" name="clientId" value={clientId} />
          <input type="hidden" name="secretId" value={secret.id} />
        </ActionForm>
      </div>
    </details>
  );
}
