// Every page works without this script: it adds local times, copying and passkeys.
const { lang } = document.documentElement;
// The reader's regional form of the page's language. Some browsers list names that are no language.
const known = new RegExp(`^${lang}(-[A-Z]{2}|-\\d{3})?$`);
const language = navigator.languages.find((one) => known.test(one)) ?? lang;
// The styles "medium" and "short" together, with the zone, because forms take times in UTC.
const short = new Intl.DateTimeFormat(language, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});
const long = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" });

for (const time of document.querySelectorAll("time[data-local]")) {
  const at = new Date(time.dateTime);
  time.title = long.format(at);
  time.textContent = short.format(at);
}

// If there are more sections than fit on the screen, scroll to the page's own.
const aside = document.querySelector("aside");
const here = aside?.querySelector("[aria-current]") ?? null;
if (here !== null) aside.scrollTop = here.offsetTop + 2 * here.offsetHeight - aside.clientHeight;

// Escape closes what a press has opened, and moves the focus back to where it was pressed.
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  const at = document.activeElement;
  const opened = at.closest("details[open]");
  const menu = at.closest("aside")?.querySelector("#menu:checked");
  if (opened !== null) opened.open = false;
  else if (menu) menu.checked = false;
  (opened?.querySelector("summary") ?? menu)?.focus();
});

// On a narrow screen a table that does not fit shows each row as a list instead of scrolling.
const narrow = matchMedia("(width < 80rem)");
const tables = document.querySelectorAll(".scroll");
const widths = new WeakMap();
for (const box of tables) {
  const [head, ...rows] = box.querySelectorAll("tr");
  for (const { cells } of rows) {
    for (const [at, cell] of [...cells].entries()) {
      const { textContent: name } = head.cells[at];
      cell.dataset.label = name.charAt(0).toUpperCase() + name.slice(1);
    }
  }
}
function stack() {
  for (const box of tables) {
    const width = box.clientWidth;
    if (widths.get(box) === width) continue;
    widths.set(box, width);
    delete box.dataset.stacked;
    // Times are broken into two lines only if the table does not fit otherwise.
    delete box.dataset.tight;
    if (box.scrollWidth > width) box.dataset.tight = "";
    const fits = box.scrollWidth <= width;
    if (narrow.matches && !fits) box.dataset.stacked = "";
    // Only a table that scrolls is a stop of the Tab key.
    box.tabIndex = narrow.matches || fits ? -1 : 0;
  }
}
addEventListener("resize", stack);
// A table inside a closed part has no width until the part is opened.
document.addEventListener("toggle", stack, true);
stack();

// A field takes a time in UTC; its hint also shows that time in the reader's zone.
for (const field of document.querySelectorAll('input[type="datetime-local"]')) {
  const hint = document.getElementById(`${field.name}-hint`) ?? hintOf(field);
  const said = hint.textContent;
  const say = () => {
    const at = new Date(`${field.value}Z`);
    hint.textContent = Number.isNaN(at.getTime()) ? said : `${said} = ${short.format(at)}`.trim();
  };
  field.addEventListener("input", say);
  say();
}

/** Gives a field of a filter a hint, which none has from the server. */
function hintOf(field) {
  const hint = document.createElement("small");
  hint.id = `${field.name}-hint`;
  hint.className = "hint";
  field.before(hint);
  field.setAttribute("aria-describedby", hint.id);
  return hint;
}

for (const button of document.querySelectorAll("button[data-copy]")) {
  if (navigator.clipboard === undefined) continue;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", () => void copy(button, label));
}

async function copy(button, label) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied;
    setTimeout(() => (button.textContent = label), 2000);
  } catch {
    // The text is beside the button and can be copied by hand.
    button.hidden = true;
  }
}

// A page that shows a secret is the answer to a form: a reload must not send the form twice.
const after = document.querySelector("[data-after]");
if (after !== null) history.replaceState(null, "", after.dataset.after);

// The answer to a form cannot be opened again: who has left it comes back to the page of the form.
const asked = after === null ? document.querySelector("form[target] [name='next']") : null;
const leave = () => asked && history.replaceState(null, "", asked.value);
addEventListener("submit", ({ target, defaultPrevented }) => {
  if (!defaultPrevented && target.target === "") leave();
});
addEventListener("click", ({ target, defaultPrevented, ctrlKey, metaKey, shiftKey }) => {
  const link = target.closest("a:not([target], [href^='#'])");
  if (link !== null && !defaultPrevented && !ctrlKey && !metaKey && !shiftKey) leave();
});

// A second click would throw away the answer to the first.
for (const form of document.querySelectorAll('form[method="post"]:not([data-passkey], [target])')) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent === "yes") event.preventDefault();
    form.dataset.sent = "yes";
  });
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

const passkeys = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!passkeys) continue;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    if (form.elements.credential.value !== "") return;
    event.preventDefault();
    void send(form);
  });
}

async function send(form) {
  try {
    form.elements.credential.value = JSON.stringify(await ask(form));
    form.requestSubmit();
  } catch (error) {
    const said = form.querySelector("[data-failed]");
    // With this error a browser says that the device already has one of the passkeys in the form.
    const isKnown = error.name === "InvalidStateError";
    said.textContent = isKnown ? said.dataset.known : said.dataset.failed;
    said.setAttribute("role", "alert");
  }
}

async function ask(form) {
  const options = JSON.parse(form.dataset.options);
  if (form.dataset.passkey === "create") {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return navigator.credentials.create({ publicKey });
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return navigator.credentials.get({ publicKey });
}
