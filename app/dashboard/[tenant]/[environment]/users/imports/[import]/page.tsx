import { notFound } from "next/navigation";
import { idIn, placePath } from "@/app/dashboard/_nouns/place-path";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { BackTo, Facts, PageHead, Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/text";
import { titled, viewerPage } from "@/app/dashboard/_request/make-page";
import { listProblems } from "@/lib/features/migration/import/import-line-store";
import { isUnderWay, percentOf } from "@/lib/features/migration/import/user-import";
import { findImport } from "@/lib/features/migration/import/user-import-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { cancelImportAction } from "../actions";

/** Number of problems on the page; the file has all. */
const SHOWN = 50;

export const generateMetadata = titled("users", "imports.one");

/** Page of one import: its progress, and the refused lines. */
export default viewerPage("users", async ({ caller, t, format, mayChange, place, segment }) => {
  const id = idIn(segment);
  const [one, problems] = await inBatch(caller, (db) =>
    Promise.all([findImport(db, id), listProblems(db, id, { after: 0, atMost: SHOWN })]),
  );
  if (!one) notFound();
  const path = placePath(place, "users/imports");
  const share = percentOf(one) / 100;
  return (
    <>
      <BackTo href={path}>{t("imports.title")}</BackTo>
      <PageHead
        title={t("imports.one")}
        about={t(one.dryRun ? "imports.dryRunHint" : "imports.about")}
      />
      <Section title={t("imports.progress")}>
        <progress
          className="mb-6 h-3 w-full"
          max={1}
          value={share}
          aria-label={t("imports.progress")}
        />
        <Facts
          rows={[
            [
              t("imports.status"),
              `${t(`imports.statuses.${one.status}`)}, ${format.number(share, { style: "percent" })}`,
            ],
            [t("imports.began"), <When key="began" at={one.createdAt} />],
            ...(["lines", "created", "updated", "unchanged"] as const).map(
              (name) => [t(`imports.${name}`), format.number(one[name])] as const,
            ),
            [
              t("imports.refused"),
              <span key="refused">
                {format.number(one.refused)}{" "}
                <bdi lang="en">
                  {Object.entries(one.refusedByCode)
                    .map(([code, count]) => `${code}: ${format.number(count)}`)
                    .join(", ")}
                </bdi>
              </span>,
            ],
          ]}
        />
        {isUnderWay(one) && mayChange && (
          <div className="mt-6">
            <ActionForm action={cancelImportAction} submit={t("imports.cancel")} tone="quiet">
              <AboutFields place={place} id={id} />
            </ActionForm>
          </div>
        )}
      </Section>
      {problems.length > 0 && (
        <Section
          title={t("imports.problems")}
          beside={
            <a className="underline underline-offset-4" href={`${path}/${id}/problems`} download>
              {t("imports.problemsFile")}
            </a>
          }
        >
          <Table
            caption={t("imports.refused")}
            head={[t("imports.line"), t("imports.user"), t("imports.why")]}
          >
            {problems.map((problem) => (
              <tr key={problem.line}>
                <td>{format.number(problem.line)}</td>
                <td>
                  <bdi>{problem.email ?? problem.externalId}</bdi>
                </td>
                <td>
                  <bdi lang="en">{problem.detail}</bdi>
                </td>
              </tr>
            ))}
          </Table>
        </Section>
      )}
    </>
  );
});
