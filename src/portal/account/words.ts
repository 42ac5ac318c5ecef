import { inBoth } from "../frame/language.ts";

export const accountWords = inBoth(
  {
    title: "Sign-in and security",
    passkeys: "Passkeys",
    none: "You have no passkey yet",
    noneText:
      "A passkey signs you in with your fingerprint, face or PIN. Without one you need a new link each time. Two are better than one: another device, or a security key.",
    name: "Name",
    nameHint: "The device, for example “laptop”.",
    add: "Add a passkey",
    tooLate:
      "The link that you came by is too old for this. Ask an owner or an operator for a new one.",
    needProof: "Confirm with a passkey before you add another one.",
    noScript: "Passkeys need JavaScript and a browser of the last two years.",
    failed: "The passkey was not given. Try again.",
    added: "Added",
    used: "Last used",
    remove: "Remove",
    stepTitle: "Confirm that it is you",
    stepText: "This page asks for a passkey that was used in the last five minutes.",
    stepButton: "Confirm with a passkey",
    stepFirst:
      "You have no passkey yet, and the link that you came by is older than five minutes. Add a passkey to go on.",
    signIn: "Sign in with a passkey",
  },
  {
    title: "Acceso y seguridad",
    passkeys: "Llaves de acceso",
    none: "Todavía no tiene ninguna llave de acceso",
    noneText:
      "Una llave de acceso le permite entrar con su huella, su cara o su PIN. Sin ella necesita un enlace nuevo cada vez. Mejor dos que una: otro dispositivo o una llave de seguridad.",
    name: "Nombre",
    nameHint: "El dispositivo, por ejemplo «portátil».",
    add: "Añadir una llave de acceso",
    tooLate:
      "El enlace con el que entró es demasiado antiguo para esto. Pida uno nuevo a un propietario o a un operador.",
    needProof: "Confirme con una llave antes de añadir otra.",
    noScript: "Las llaves de acceso necesitan JavaScript y un navegador de los últimos dos años.",
    failed: "No se dio la llave. Inténtelo de nuevo.",
    added: "Añadida",
    used: "Último uso",
    remove: "Quitar",
    stepTitle: "Confirme que es usted",
    stepText: "Esta página pide una llave de acceso usada en los últimos cinco minutos.",
    stepButton: "Confirmar con una llave de acceso",
    stepFirst:
      "Todavía no tiene ninguna llave, y el enlace con el que entró tiene más de cinco minutos. Añada una llave para seguir.",
    signIn: "Entrar con una llave de acceso",
  },
);
