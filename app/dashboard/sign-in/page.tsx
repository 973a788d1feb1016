import type { Metadata } from "next";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { Mark } from "@/app/dashboard/_parts/mark";
import { ownPage } from "@/app/dashboard/_request/own-page";
import { readPlatform } from "@/lib/platform/platform-store";

export const metadata: Metadata = { title: "Sign in" };

type Search = Promise<{ error?: string; return?: string | string[]; left?: string }>;

/** The door of the dashboard: one button, which leads to the hosted login of the platform tenant. */
export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const { error, return: wanted, left } = await searchParams;
  const platform = await readPlatform();
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-12">
      <div className="w-full max-w-sm text-center">
        <Mark className="mx-auto mb-6 size-12" />
        <h1 className="text-2xl font-semibold tracking-tight">Atrium dashboard</h1>
        <p className="mt-2 text-neutral-600 dark:text-neutral-400">
          For the people who administer a tenant.
        </p>
        {error && (
          <p
            role="alert"
            className="mt-6 rounded-lg bg-red-50 p-3 text-sm text-red-900 dark:bg-red-950 dark:text-red-200"
          >
            The sign-in did not come to an end. Please try again.
          </p>
        )}
        {left && !error && (
          <p
            role="status"
            className="mt-6 rounded-lg bg-green-50 p-3 text-sm text-green-900 dark:bg-green-950 dark:text-green-200"
          >
            You are signed out.
          </p>
        )}
        {platform ? (
          <form method="post" action="/dashboard/sign-in/start" className="mt-8">
            <input
              type="hidden"
              name="return"
              value={ownPage(typeof wanted === "string" ? wanted : undefined)}
            />
            <button type="submit" className={`${primaryButton} w-full`}>
              Sign in
            </button>
          </form>
        ) : (
          <p className="mt-8 rounded-lg bg-amber-50 p-3 text-sm text-amber-950 dark:bg-amber-950 dark:text-amber-200">
            Nobody administers this installation yet. The operator sets up the first administrator
            on the command line.
          </p>
        )}
      </div>
    </main>
  );
}
