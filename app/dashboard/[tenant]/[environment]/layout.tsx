import Link from "next/link";
import type { ReactNode } from "react";
import { SignOut } from "@/app/dashboard/_parts/sign-out";
import { administratorIn, type Place } from "@/app/dashboard/administrator";

const bars = { development: "bg-sky-600", staging: "bg-amber-500", production: "bg-red-600" };
const sections = [
  { path: "credentials", name: "Credentials" },
  { path: "tenant-secrets", name: "Tenant secrets" },
  { path: "oidc-clients", name: "OIDC clients" },
];

/** The frame of an environment: its colour is always in view. */
export default async function EnvironmentLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<Place>;
}) {
  const place = await params;
  const { tenant, environment } = await administratorIn(place);
  const base = `/dashboard/${place.tenant}/${place.environment}`;
  return (
    <>
      <div aria-hidden className={`h-1 ${bars[environment.kind]}`} />
      <header className="border-b border-neutral-200 bg-white dark:border-neutral-800 dark:bg-neutral-900">
        <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-3 px-5 py-3">
          <p className="text-sm">
            <Link href="/dashboard" className="underline-offset-4 hover:underline">
              Tenants
            </Link>
            <span aria-hidden className="mx-2 text-neutral-400">
              /
            </span>
            <span className="font-semibold">{tenant.tenantName}</span>
            <span aria-hidden className="mx-2 text-neutral-400">
              /
            </span>
            <span className="font-semibold">{environment.name}</span>
          </p>
          <SignOut />
        </div>
        <nav aria-label="Sections" className="mx-auto max-w-5xl px-5">
          <ul className="flex gap-6 text-sm">
            {sections.map(({ path, name }) => (
              <li key={path}>
                <Link
                  href={`${base}/${path}`}
                  className="inline-flex min-h-11 items-center font-medium underline-offset-8 hover:underline"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main className="mx-auto max-w-5xl px-5 py-10">{children}</main>
    </>
  );
}
