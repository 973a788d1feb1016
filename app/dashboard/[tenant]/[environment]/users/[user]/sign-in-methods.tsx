import { Badge, Section } from "@/app/dashboard/_parts/blocks";
import { Table } from "@/app/dashboard/_parts/table";
import { Quiet, When } from "@/app/dashboard/_parts/text";
import { TypedConfirmation } from "@/app/dashboard/_parts/typed-confirmation";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { readFactors } from "@/lib/core/account-security/read-factors";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import type { User } from "@/lib/core/users/user";
import type { Caller } from "@/lib/kernel/caller";
import { resetFactorsAction } from "./actions";

interface Props {
  user: User;
  place: Place;
  caller: Caller;
  mayChange: boolean;
}

/** Factors of a user besides the password, and the recovery of a user who lost theirs. */
export async function SignInMethods({ user, place, caller, mayChange }: Props) {
  const { t } = await wordsOf("users");
  const owner = { userId: user.id, appId: null };
  const { factors, recoveryCodesLeft } = await readFactors(caller, owner);
  return (
    <Section title={t("factors.title")} about={t("factors.about")}>
      {factors.length === 0 ? (
        <Quiet>{t("factors.none")}</Quiet>
      ) : (
        <>
          <FactorTable factors={factors} t={t} />
          <p className="mt-4">{t("factors.codesLeft", { count: recoveryCodesLeft })}</p>
        </>
      )}
      {mayChange && factors.length > 0 && (
        <div className="mt-6">
          <TypedConfirmation
            word={user.email}
            what={t("factors.resetWhat")}
            action={resetFactorsAction}
            submit={t("factors.reset")}
            fields={{ ...place, id: user.id }}
          />
        </div>
      )}
    </Section>
  );
}

function FactorTable({ factors, t }: { factors: readonly OwnedFactor[]; t: Translator<"users"> }) {
  const head = [t("factors.head.name"), t("factors.head.added"), t("factors.head.lastUsed")];
  return (
    <Table caption={t("factors.table")} head={head}>
      {factors.map((factor) => (
        <tr key={factor.id}>
          <td className="min-w-52 wrap-anywhere">
            <span className="flex flex-wrap items-center gap-2">
              {factor.name}
              <Badge>{t(`factors.type.${factor.type}`)}</Badge>
            </span>
            {factor.type === "passkey" && (
              <Quiet>
                {factor.backedUp ? t("factors.synced") : t("factors.oneDevice")}
                {factor.signCount ? ` · ${t("factors.counter", { count: factor.signCount })}` : ""}
              </Quiet>
            )}
          </td>
          <td>
            <When at={factor.createdAt} />
          </td>
          <td>
            <When at={factor.lastUsedAt} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
