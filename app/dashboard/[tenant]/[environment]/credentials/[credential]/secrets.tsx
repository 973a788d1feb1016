import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card } from "@/app/dashboard/_parts/blocks";
import { dangerButton } from "@/app/dashboard/_parts/buttons";
import { NewSecretForm } from "@/app/dashboard/_parts/new-secret-form";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { When } from "@/app/dashboard/_parts/text";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { ListedCredential, ListedSecret } from "@/lib/core/credentials/credential-store";
import { addSecretAction, retireSecretAction } from "../actions";

interface Props {
  credential: ListedCredential;
  place: Place;
  mayChange: boolean;
  t: Translator<"connections">;
}

/** A credential's live secrets. Two overlap during a rotation. */
export function Secrets({ credential, place, mayChange, t }: Props) {
  const { id, secrets } = credential;
  const overlap = secrets.length > 1;
  return (
    <section aria-labelledby="secrets" className="space-y-4">
      <h2 id="secrets" className="text-lg font-semibold">
        {t("shared.secrets")}
      </h2>
      <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">
        {overlap ? t("credentials.secrets.both") : t("credentials.secrets.rotate")}
      </p>
      <div className="grid gap-4">
        {secrets.map((secret) => (
          <Card key={secret.id}>
            <div className="flex flex-wrap items-center justify-between gap-4">
              <p>
                <span className="font-mono">as_{secret.hint}</span>
                <span className="mt-1 block text-sm text-neutral-600 dark:text-neutral-400">
                  {t.rich("shared.used", {
                    created: () => <When at={secret.createdAt} />,
                    used: () => <When at={secret.lastUsedAt} />,
                  })}
                </span>
              </p>
              {mayChange && overlap && <Retire id={id} secret={secret} place={place} t={t} />}
            </div>
          </Card>
        ))}
      </div>
      {mayChange && (
        <NewSecretForm label={t("shared.clientSecret")} action={addSecretAction}>
          <PlaceFields place={place} />
          <input type="hidden" name="id" value={id} />
        </NewSecretForm>
      )}
    </section>
  );
}

interface RetireProps {
  id: string;
  secret: ListedSecret;
  place: Place;
  t: Translator<"connections">;
}

function Retire({ id, secret, place, t }: RetireProps) {
  return (
    <details className="text-sm">
      <summary className={`${dangerButton} cursor-pointer list-none`}>
        {t("shared.revokeSecret", { hint: secret.hint })}
      </summary>
      <div className="mt-3 max-w-60">
        <ActionForm
          action={retireSecretAction}
          submit={t("shared.revokeHint", { hint: secret.hint })}
          tone="danger"
        >
          <p>{t("credentials.secrets.warning")}</p>
          <PlaceFields place={place} />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="secretId" value={secret.id} />
        </ActionForm>
      </div>
    </details>
  );
}
