import { NewSecretForm } from "@/app/dashboard/_parts/new-secret-form";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { SecretCard } from "@/app/dashboard/_parts/secret-card";
import { When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { SigningSecret } from "@/lib/features/migration/previous-system/previous-system";
import { createSigningSecretAction, revokeSigningSecretAction } from "./actions";

interface Props {
  place: Place;
  secrets: readonly SigningSecret[];
  /** Word to type as a confirmation. */
  word: string;
  mayChange: boolean;
}

/** Secrets that sign requests to the previous system. */
export async function Secrets({ place, secrets, word, mayChange }: Props) {
  const { t } = await wordsOf("settings");
  const { t: shared } = await wordsOf("connections");
  return (
    <div className="space-y-4">
      {secrets.map(({ id, hint, createdAt }) => (
        <SecretCard
          key={id}
          shown={`whsec_${hint}`}
          facts={t.rich("previousSystem.made", { created: () => <When at={createdAt} /> })}
        >
          {mayChange && (
            <TypedConfirmation
              word={word}
              what={t(
                secrets.length === 1 ? "previousSystem.revokeOnly" : "previousSystem.revokeOne",
              )}
              action={revokeSigningSecretAction}
              submit={shared("shared.revokeHint", { hint })}
              open={shared("shared.revokeOpen")}
              fields={{ ...place, id }}
            />
          )}
        </SecretCard>
      ))}
      {mayChange && (
        <NewSecretForm label={t("previousSystem.secretLabel")} action={createSigningSecretAction}>
          <PlaceFields place={place} />
        </NewSecretForm>
      )}
    </div>
  );
}
