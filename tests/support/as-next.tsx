import { workAsyncStorage } from "next/dist/server/app-render/work-async-storage.external";
import { workUnitAsyncStorage } from "next/dist/server/app-render/work-unit-async-storage.external";
import { createRequestStoreForAPI } from "next/dist/server/async-storage/request-store";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextRequest } from "next/server";
import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { PATH_HEADER } from "@/app/dashboard/_request/path-header";
import DashboardLayout from "@/app/dashboard/layout";
import { config } from "@/lib/kernel/config/config";

interface DashboardRequest {
  /** With its query. */
  path: string;
  cookie?: string;
  headers?: Record<string, string>;
}

/** Runs a page, a route or an action of the dashboard as Next does: code that reads the headers and cookies
 *  of the request gets those of this one. No build is needed, and no code of ours is replaced.
 *  @returns the result of `work`, or its target instead: `to /dashboard/sign-in`, `not found` */
export async function asNext<T>(
  { path, cookie = "", headers = {} }: DashboardRequest,
  work: (request: NextRequest) => Promise<T>,
): Promise<T | string> {
  const url = new URL(path, config().baseUrl);
  const sent = { ...headers, cookie, [PATH_HEADER]: path, host: url.host };
  const request = new NextRequest(url, { headers: sent });
  const none = undefined as never;
  const unit = createRequestStoreForAPI(
    request,
    { ...url, pathname: url.pathname },
    none,
    none,
    none,
    none,
  );
  const store = { route: path, page: path, incrementalCache: {}, forceDynamic: true } as never;
  try {
    return await workAsyncStorage.run(store, () =>
      workUnitAsyncStorage.run(unit, () => work(request)),
    );
  } catch (error) {
    return redirectTarget(error);
  }
}

/** Returns the target of `redirect` or `notFound`; anything else is an error of the test. */
function redirectTarget(error: unknown): string {
  const { digest } = Object(error) as { digest?: unknown };
  const [kind, ...rest] = typeof digest === "string" ? digest.split(";") : [];
  if (kind === "NEXT_REDIRECT") return `to ${rest[1]}`;
  if (kind === "NEXT_HTTP_ERROR_FALLBACK" && rest[0] === "404") return "not found";
  throw error;
}

const router = { push() {}, replace() {}, refresh() {}, prefetch() {}, back() {}, forward() {} };

/** The HTML of server and client components within the dashboard's layout, as a browser first gets it.
 *  @throws what any of them throws, within a boundary or not */
export async function rendered(path: string, node: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const { pathname, searchParams } = new URL(path, config().baseUrl);
  const stream = await renderToReadableStream(
    <AppRouterContext value={router as never}>
      <PathnameContext value={pathname}>
        <SearchParamsContext value={searchParams}>
          <DashboardLayout>{node}</DashboardLayout>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>,
    { onError: (error) => void errors.push(error) },
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  if (errors.length > 0) throw errors[0];
  return html;
}
