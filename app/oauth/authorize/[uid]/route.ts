import { text } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { page, redirect } from "@/lib/core/oidc/http/oauth-responses";
import { pageEndpoint } from "@/lib/core/oidc/pages/page-endpoint";
import { serveResume } from "@/lib/core/oidc/sign-in/resume-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: pageEndpoint({
    id: "resumeAuthorize",
    summary: "Go on with hosted sign-in",
    description: "The sign-in pages lead back to this address. For browsers only.",
    params: text("uid"),
    responses: {
      303: redirect("To `redirect_uri` with `code` or `error`, `state` and `iss`."),
      400: page("There is no such sign-in in this browser."),
    },
    serve: serveResume,
  }),
});
