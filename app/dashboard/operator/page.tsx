import Link from "next/link";
import { Empty, PageHead } from "@/app/dashboard/_parts/blocks";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { More } from "@/app/dashboard/_parts/more";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/text";
import { operatorPage, titled } from "@/app/dashboard/_request/make-page";
import type { Words } from "@/app/dashboard/_words/words-of";
import { listTenants } from "@/lib/core/operators/list-tenants";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { TenantStatus } from "./_parts/tenant-status";

export const generateMetadata = titled("operator", "tenants.title");

const PAGE = 50;

/** List of every tenant of the installation, searched by the database. */
export default operatorPage(async ({ t, format, search }) => {
  const { q, after } = search;
  const query = typeof q === "string" ? q.slice(0, 200).replaceAll("\0", "") : "";
  const from = typeof after === "string" ? after.slice(0, 100) : undefined;
  const found = await listTenants({ q: query, after: from, atMost: PAGE + 1 });
  const shown = found.slice(0, PAGE);
  const last = shown.at(-1);
  const next = new URLSearchParams({ ...(query && { q: query }), after: last?.publicId ?? "" });
  return (
    <>
      <PageHead title={t("tenants.title")} about={t("tenants.about")}>
        <Link href="/dashboard/operator/tenants/new" className={primaryButton}>
          {t("tenants.create")}
        </Link>
      </PageHead>
      <SearchForm
        label={t("tenants.search")}
        query={query}
        placeholder={t("tenants.placeholder")}
      />
      {shown.length === 0 ? (
        <Empty title={query ? t("tenants.noMatch") : t("tenants.none")}>
          {query ? t("tenants.noMatchText") : t("tenants.noneText")}
        </Empty>
      ) : (
        <Table
          caption={t("tenants.title")}
          head={[
            t("tenants.name"),
            t("tenants.environments"),
            t("tenants.installations"),
            t("tenants.created"),
            t("tenants.status"),
          ]}
        >
          {shown.map((tenant) => (
            <Row key={tenant.publicId} tenant={tenant} t={t} format={format} />
          ))}
        </Table>
      )}
      {found.length > PAGE && <More href={`/dashboard/operator?${next}`} />}
    </>
  );
});

interface RowProps extends Pick<Words<"operator">, "t" | "format"> {
  tenant: OperatedTenant;
}

function Row({ tenant, t, format }: RowProps) {
  return (
    <tr>
      <td className="min-w-52 wrap-anywhere">
        <Link
          href={`/dashboard/operator/tenants/${tenant.publicId}`}
          className="font-semibold underline-offset-4 hover:underline"
        >
          <bdi>{tenant.name}</bdi>
        </Link>
        <p className="mt-1 font-mono text-xs text-neutral-600 dark:text-neutral-400">
          {tenant.publicId}
        </p>
      </td>
      <td>{format.list(tenant.environments.map(({ name }) => name))}</td>
      <td className="whitespace-nowrap">
        {t("tenants.used", { active: tenant.activeInstallations, limit: tenant.installationLimit })}
      </td>
      <td className="whitespace-nowrap">
        <When at={tenant.createdAt} />
      </td>
      <td>
        <TenantStatus status={tenant.status} t={t} />
      </td>
    </tr>
  );
}
