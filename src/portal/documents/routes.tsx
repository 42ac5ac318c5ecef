import { Hono, type Context } from "hono";
import { findDocument, listDocuments, removeDocument } from "../../ai/documents/keep-documents.ts";
import { changerOf } from "../../ai/changer-of.ts";
import { MAX_FILE_BYTES, MAX_TEXT } from "../../ai/documents/limits.ts";
import { viewerOf } from "../../ai/principals-of.ts";
import { isRefusal, settle } from "../../http/index.ts";
import { pageOf } from "../../http/contract/index.ts";
import type { Rampart } from "../../platform/index.ts";
import { refuseNew } from "../../tenants/refuse-new.ts";
import { carryOut } from "../frame/carry-out.ts";
import { deskOf } from "../frame/desk.ts";
import { redirectWith } from "../frame/flash.ts";
import { BYTES_PER_CHARACTER, FormState, readForm } from "../frame/form.ts";
import { readFilter } from "../frame/read-filter.ts";
import { readPage } from "../frame/read-page.ts";
import { serveDeletion } from "../frame/serve-deletion.tsx";
import { DocumentPage } from "./document-page.tsx";
import { DocumentFormPage } from "./form-page.tsx";
import { DocumentListPage } from "./list-page.tsx";
import { readContent } from "./read-content.ts";
import { nameFinders, readChoices } from "./who-finds.ts";
import { documentWords } from "./words.ts";
import { sayName } from "../frame/say-name.ts";

const LIST = "/portal/t/:tenantId/documents";
const ONE = `${LIST}/:documentId`;

/** What is said about the text, in characters. */
const MAX_ABOUT = 4_000;
const MAX_BYTES = BYTES_PER_CHARACTER * (MAX_TEXT + MAX_ABOUT);

export const documentPages = new Hono<Rampart>();

documentPages.get(LIST, async (c) => {
  const { view, who, tenantId } = deskOf(c);
  const { form: filter, chosen } = readFilter(c, ["q"], {
    status: ["indexed", "quarantined"] as const,
  });
  const request = readPage(c);
  const { items, total } = await listDocuments(
    c.env,
    tenantId,
    { ...chosen, q: filter.given("q"), viewer: viewerOf(who) },
    request,
  );
  const page = pageOf(request, items, total);
  const mayWrite = who.permissions.has("ai:write");
  return c.html(<DocumentListPage view={view} filter={filter} page={page} mayWrite={mayWrite} />);
});

documentPages.get(`${LIST}/new`, async (c) => c.html(await showForm(c, new FormState())));

documentPages.post(`${LIST}/new`, async (c) => {
  const { view, tenantId, db } = deskOf(c);
  const form = await readForm(c, MAX_BYTES, MAX_FILE_BYTES);
  const again = async (refused: FormState) => c.html(await showForm(c, refused), refused.status);
  const content = await readContent(c, form);
  if (isRefusal(content)) return again(form.refused(view, content));
  const { ingest, ingestingFor, newDocument } = await import("./ingest-posted.ts");
  const order = newDocument.safeParse({ tenantId, ...readDocumentForm(form), ...content });
  // Of a file the bytes are taken out of the order: nobody else may hold them meanwhile.
  if ("contentBase64" in content) content.contentBase64 = "";
  const { done, refused } = await carryOut(
    view,
    form,
    order,
    async (document) =>
      (await refuseNew(db, tenantId)) ?? ingest(ingestingFor(c, tenantId), document),
    { about: "text" },
  );
  if (refused) return again(refused);
  return redirectWith(c, "created", `/portal/t/${tenantId}/documents/${done.id}`);
});

documentPages.get(ONE, async (c) => {
  const { view, who, tenantId, db } = deskOf(c);
  const document = settle(
    await findDocument(c.env, tenantId, c.req.param("documentId"), viewerOf(who)),
  );
  const mayWrite = who.permissions.has("ai:write");
  const { language } = view;
  const finders = await nameFinders({ language, db, tenantId }, document.acl);
  return c.html(<DocumentPage {...{ view, document, mayWrite, finders }} />);
});

serveDeletion(documentPages, ONE, {
  ask: async (c) => {
    const { view, who, tenantId } = deskOf(c);
    const name = c.req.param("documentId") ?? "";
    const { title } = settle(await findDocument(c.env, tenantId, name, viewerOf(who)));
    const { removeTitle, removeText: text, remove: label } = documentWords[view.language];
    return { title: removeTitle(sayName(title)), text, label };
  },
  remove: (c) => {
    const { tenantId } = deskOf(c);
    const by = changerOf(c, tenantId);
    return removeDocument(c.env, tenantId, c.req.param("documentId") ?? "", by);
  },
});

async function showForm(c: Context<Rampart, string>, form: FormState) {
  const { view, db, tenantId, now } = deskOf(c);
  const finders = await readChoices({ language: view.language, db, tenantId, now });
  return <DocumentFormPage view={view} form={form} finders={finders} />;
}

function readDocumentForm(form: FormState) {
  const url = form.given("url");
  const language = form.given("language");
  const acl = form.values("acl");
  return {
    title: form.value("title"),
    source: form.value("source"),
    tags: form.list("tags") ?? [],
    ...(acl.length === 0 ? {} : { acl }),
    ...(url === undefined ? {} : { url }),
    ...(language === undefined ? {} : { language }),
  };
}
