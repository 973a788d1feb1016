import type { Metadata } from "next";
import Link from "next/link";
import { Badge } from "@/app/dashboard/_parts/badge";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { Empty } from "@/app/dashboard/_parts/empty";
import { More } from "@/app/dashboard/_parts/more";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { SearchForm } from "@/app/dashboard/_parts/search-form";
import { Table } from "@/app/dashboard/_parts/table";
import { When } from "@/app/dashboard/_parts/when";
import { listTenants } from "@/lib/platform/operators/list-tenants";
import type { OperatedTenant } from "@/lib/platform/operators/operated-tenant";
import { signedInOperator } from "./_request/operator";

export const metadata: Metadata = { title: "Tenants" };

const PAGE = 50;

type Query = Partial<Record<"q" | "after", string | string[]>>;

/** Every tenant of the installation, searched by the database. */
export default async function TenantsPage({ searchParams }: { searchParams: Promise<Query> }) {
  await signedInOperator();
  const { q, after } = await searchParams;
  const query = typeof q === "string" ? q.slice(0, 200).replaceAll("\0", "") : "";
  const from = typeof after === "string" ? after.slice(0, 100) : undefined;
  const found = await listTenants({ q: query, after: from, atMost: PAGE + 1 });
  const shown = found.slice(0, PAGE);
  const last = shown.at(-1);
  const next = new URLSearchParams({ ...(query && { q: query }), after: last?.publicId ?? "" });
  return (
    <>
      <PageHead
        title="Tenants"
        about="Each is a world of its own: its users, apps and settings are seen by its administrators, not here."
      >
        <Link href="/dashboard/operator/tenants/new" className={primaryButton}>
          New tenant
        </Link>
      </PageHead>
      <SearchForm label="Search tenants" query={query} placeholder="Part of a name, or atr_…" />
      {shown.length === 0 ? (
        <Empty title={query ? "No tenant matches" : "No tenants yet"}>
          {query
            ? "Try part of its name, or its whole public id."
            : "Create the first one, then invite somebody to administer it."}
        </Empty>
      ) : (
        <Table
          caption="Tenants"
          head={["Name", "Environments", "Installations", "Created", "Status"]}
        >
          {shown.map((tenant) => (
            <Row key={tenant.publicId} tenant={tenant} />
          ))}
        </Table>
      )}
      {found.length > PAGE && <More href={`/dashboard/operator?${next}`} />}
    </>
  );
}

function Row({ tenant }: { tenant: OperatedTenant }) {
  return (
    <tr>
      <td className="min-w-52 wrap-anywhere">
        <Link
          href={`/dashboard/operator/tenants/${tenant.publicId}`}
          className="font-semibold underline-offset-4 hover:underline"
        >
          {tenant.name}
        </Link>
        <p className="mt-1 font-mono text-xs text-neutral-600 dark:text-neutral-400">
          {tenant.publicId}
        </p>
      </td>
      <td>{tenant.environments.map(({ name }) => name).join(", ")}</td>
      <td className="whitespace-nowrap">
        {tenant.activeInstallations} of {tenant.installationLimit}
      </td>
      <td className="whitespace-nowrap">
        <When at={tenant.createdAt} />
      </td>
      <td>
        {tenant.status === "active" ? (
          <Badge tone="green">active</Badge>
        ) : (
          <Badge tone="red">disabled</Badge>
        )}
      </td>
    </tr>
  );
}
