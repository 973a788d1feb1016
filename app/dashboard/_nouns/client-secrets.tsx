import { ActionForm, type FormAction } from "@/app/dashboard/_parts/action-form";
import { dangerButton } from "@/app/dashboard/_parts/buttons";
import { NewSecretForm, type NewSecretState } from "@/app/dashboard/_parts/new-secret-form";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { SecretCard } from "@/app/dashboard/_parts/secret-card";
import { When } from "@/app/dashboard/_parts/text";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";

interface Secret {
  id: string;
  hint: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface Props {
  place: Place;
  t: Translator<"connections">;
  texts: "credentials.secrets" | "clients.secrets";
  /** Beginning of each secret. */
  prefix: string;
  secrets: readonly Secret[];
  /** Hidden field that names the client. */
  subject: { name: string; value: string };
  add: FormAction<NewSecretState>;
  revoke: FormAction<{ done: string }>;
  mayAdd: boolean;
  mayRevoke: boolean;
}

/** Section with a client's live secrets. Two overlap during a rotation. */
export function ClientSecrets(props: Props) {
  const { place, t, texts, prefix, secrets, subject, add, mayAdd, mayRevoke } = props;
  const cards = secrets.map((secret) => (
    <SecretCard
      key={secret.id}
      shown={prefix + secret.hint}
      facts={t.rich("shared.used", {
        created: () => <When at={secret.createdAt} />,
        used: () => <When at={secret.lastUsedAt} />,
      })}
    >
      {mayRevoke && <Revoke {...props} secret={secret} />}
    </SecretCard>
  ));
  return (
    <section aria-labelledby="secrets" className="space-y-4">
      <h2 id="secrets" className="text-lg font-semibold">
        {t("shared.secrets")}
      </h2>
      <p className="max-w-2xl text-sm text-neutral-600 dark:text-neutral-400">
        {t(`${texts}.${secrets.length > 1 ? "both" : "rotate"}`)}
      </p>
      {cards}
      {mayAdd && (
        <NewSecretForm label={t("shared.clientSecret")} action={add}>
          <PlaceFields place={place} />
          <input type="hidden" {...subject} />
        </NewSecretForm>
      )}
    </section>
  );
}

function Revoke({ place, t, texts, subject, revoke, secret }: Props & { secret: Secret }) {
  return (
    <details className="text-sm">
      <summary className={`${dangerButton} cursor-pointer list-none`}>
        {t("shared.revokeSecret", { hint: secret.hint })}
      </summary>
      <div className="mt-3 max-w-60">
        <ActionForm
          action={revoke}
          submit={t("shared.revokeHint", { hint: secret.hint })}
          tone="danger"
        >
          <p>{t(`${texts}.warning`)}</p>
          <PlaceFields place={place} />
          <input type="hidden" {...subject} />
          <input type="hidden" name="secretId" value={secret.id} />
        </ActionForm>
      </div>
    </details>
  );
}
