import { placePath } from "@/app/dashboard/_nouns/place-path";
import { UserPicker } from "@/app/dashboard/_nouns/user-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge, Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { Table } from "@/app/dashboard/_parts/table";
import { Quiet, TextLink, When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { BindingOfPrincipal } from "@/lib/core/external-identities/external-identity-search-store";
import type { ExternalPrincipal } from "@/lib/core/external-identities/external-principal";
import { bindAction, releaseAction } from "../actions";

interface Props {
  principal: ExternalPrincipal;
  /** Live one first. */
  bindings: BindingOfPrincipal[];
  place: Place;
  mayChange: boolean;
  t: Translator<"connections">;
}

/** Current and former users of a principal, and the forms that change them. */
export function Bindings({ principal, bindings, place, mayChange, t }: Props) {
  const live = bindings.find(({ releasedAt }) => !releasedAt);
  return (
    <Section title={t("principals.bindings.title")} about={t("principals.bindings.about")}>
      <div className="space-y-6">
        {bindings.length > 0 ? (
          <History bindings={bindings} place={place} t={t} />
        ) : (
          <Quiet>{t("principals.bindings.nobody")}</Quiet>
        )}
        {mayChange && live && (
          <TypedConfirmation
            word={principal.subject}
            what={t("principals.bindings.releaseAbout", {
              email: live.email ?? t("principals.bindings.deletedUser"),
            })}
            action={releaseAction}
            submit={t("principals.bindings.release")}
            open={t("principals.bindings.releaseOpen")}
            fields={{ ...place, id: live.id }}
          />
        )}
        {mayChange && !live && (
          <ActionForm action={bindAction} submit={t("principals.bindings.bind")}>
            <AboutFields place={place} id={principal.id} />
            <div className="max-w-md">
              <UserPicker
                place={place}
                label={t("principals.bindings.user")}
                hint={t("principals.bindings.userHint")}
              />
            </div>
          </ActionForm>
        )}
      </div>
    </Section>
  );
}

interface HistoryProps {
  bindings: BindingOfPrincipal[];
  place: Place;
  t: Translator<"connections">;
}

function History({ bindings, place, t }: HistoryProps) {
  return (
    <Table
      caption={t("principals.bindings.caption")}
      head={[
        t("principals.bindings.headUser"),
        t("principals.bindings.state"),
        t("principals.bindings.bound"),
        t("shared.lastUsed"),
      ]}
    >
      {bindings.map(({ id, userId, email, createdAt, releasedAt, lastUsedAt }) => (
        <tr key={id}>
          <td className="min-w-40 wrap-anywhere">
            {email ? (
              <TextLink href={placePath(place, `users/${userId}`)}>{email}</TextLink>
            ) : (
              <Quiet>{t("principals.bindings.deletedUser")}</Quiet>
            )}
          </td>
          <td>
            {releasedAt ? (
              <>
                <Badge>{t("principals.bindings.released")}</Badge>
                <div className="mt-1 whitespace-nowrap">
                  <When at={releasedAt} />
                </div>
              </>
            ) : (
              <Badge tone="green">{t("principals.bindings.live")}</Badge>
            )}
          </td>
          <td className="whitespace-nowrap">
            <When at={createdAt} />
          </td>
          <td className="whitespace-nowrap">
            <When at={lastUsedAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
