import type { ReactNode } from "react";
import { Card, Facts } from "@/app/dashboard/_parts/blocks";
import { Mono, Words } from "@/app/dashboard/_parts/text";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import type { AccessDecision, AccessGrant } from "@/lib/core/access/access";

type Names = ReadonlyMap<string, string>;

/** Decision of the evaluator, and the contents of a token. */
export async function Verdict({ decision, names }: { decision: AccessDecision; names: Names }) {
  const { t, format } = await wordsOf("users");
  return (
    <div className="mb-8">
      <Card>
        {decision.outcome === "granted" && (
          <VerdictSection
            title={t("access.verdict.granted")}
            tone="text-green-800 dark:text-green-300"
          >
            {decision.observed.length > 0 && <p className="mb-4">{t("access.verdict.observed")}</p>}
            <Granted grant={decision.grant} names={names} t={t} />
          </VerdictSection>
        )}
        {decision.outcome === "denied" && (
          <VerdictSection title={t("access.verdict.denied")} tone="text-red-800 dark:text-red-300">
            <p>
              {t.rich("access.verdict.deniedBecause", {
                refused: t(`access.layers.${decision.reason}.refused`),
                mend: t(`access.layers.${decision.reason}.mend`),
                code: () => <Mono>{decision.reason}</Mono>,
              })}
            </p>
          </VerdictSection>
        )}
        {decision.outcome === "selection_required" && (
          <VerdictSection
            title={t("access.verdict.selection")}
            tone="text-green-800 dark:text-green-300"
          >
            <p>
              {t("access.verdict.selectionAbout", {
                organizations: format.list(decision.organizations.map(({ name }) => name)),
              })}
            </p>
          </VerdictSection>
        )}
      </Card>
    </div>
  );
}

function VerdictSection({
  title,
  tone,
  children,
}: {
  title: string;
  tone: string;
  children: ReactNode;
}) {
  return (
    <>
      <h3 className={`mb-3 text-lg font-semibold ${tone}`}>{title}</h3>
      {children}
    </>
  );
}

interface GrantedProps {
  t: Translator<"users">;
  grant: AccessGrant;
  names: Names;
}

function Granted({ grant, names, t }: GrantedProps) {
  return (
    <Facts
      rows={[
        [t("access.organization"), names.get(grant.organizationId) ?? grant.organizationId],
        [t("access.verdict.role"), <Mono key="role">{grant.role}</Mono>],
        [
          t("access.verdict.permissions"),
          <Words
            key="permissions"
            words={grant.permissions}
            none={t("access.verdict.noPermissions")}
          />,
        ],
        [
          t("access.verdict.package"),
          grant.package ? (
            <Mono key="package">{grant.package}</Mono>
          ) : (
            t("access.verdict.noPackage")
          ),
        ],
        [
          t("access.verdict.entitlements"),
          <Words
            key="entitlements"
            words={grant.entitlements}
            none={t("access.verdict.noEntitlements")}
          />,
        ],
      ]}
    />
  );
}
