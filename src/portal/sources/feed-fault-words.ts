import type { Pattern } from "../frame/say-by-pattern.ts";

/** The faults of a feed in Spanish. */
export const SPANISH_FEED_FAULTS: readonly Pattern[] = [
  ["The value is too long.", "El valor es demasiado largo."],
  ["The value is no address or block.", "El valor no es una dirección ni un bloque."],
  ["The block is too wide.", "El bloque es demasiado amplio."],
  ["The value is no domain.", "El valor no es un dominio."],
  ["The value is a public suffix.", "El valor es un sufijo público."],
  ["The value is no URL.", "El valor no es una URL."],
  ["The value is no ASN.", "El valor no es un ASN."],
  ["The value is no e-mail address.", "El valor no es un correo electrónico."],

  ["The breach has no name.", "La filtración no tiene nombre."],
  ["The object is no JSON object.", "El elemento no es un objeto JSON."],
  ["The entry is no JSON object.", "La entrada no es un objeto JSON."],
  ["The line is no JSON object.", "La línea no es un objeto JSON."],
  ["The attribute is no JSON object.", "El atributo no es un objeto JSON."],
  ["The indicator has no pattern.", "El indicador no tiene patrón."],
  ["The attribute has no value.", "El atributo no tiene valor."],
  ["The entry is no text.", "La entrada no es un texto."],
  ["The entry has no ioc_value.", "La entrada no tiene ioc_value."],
  ["The entry has no ip_address.", "La entrada no tiene ip_address."],
  ["The entry has no *.", "La entrada no tiene *."],
  ["The confidence is not 0 to 100.", "La confianza no está entre 0 y 100."],
  ["A quote is not closed.", "Falta cerrar unas comillas."],
  ["A bracket is not closed.", "Falta cerrar un paréntesis."],
  ["No host has a name with such escapes.", "Ningún servidor tiene un nombre con esos escapes."],
  ["The line has fewer than # fields.", "La línea tiene menos de # campos."],
  ["The line has no value.", "La línea no tiene valor."],
  ["The line has no url.", "La línea no tiene URL."],
  ["The line has no URL.", "La línea no tiene URL."],
  ["The path does not begin with /.", "La ruta no empieza por /."],
  ["The line has no host.", "La línea no tiene servidor."],
  ["The line has no ASN.", "La línea no tiene ASN."],
  ["The line has no indicator or no breach.", "A la línea le falta el indicador o la filtración."],
  [
    "The line is no address and number of lists.",
    "La línea no es una dirección con un número de listas.",
  ],
  ["The line is no address followed by names.", "La línea no es una dirección seguida de nombres."],

  [
    "The file is @, and the source takes the format @.",
    "El archivo es de otro formato (@); la fuente espera @.",
  ],
  ["The file is empty.", "El archivo está vacío."],
  ["The file is no JSON document.", "El fichero no es un documento JSON."],
  ["The JSON document ends in its middle.", "El documento JSON se corta a la mitad."],
  ["The JSON document is nested too deep.", "El documento JSON anida demasiados niveles."],
  [
    "One value of the JSON document is too long.",
    "Un valor del documento JSON es demasiado largo.",
  ],
  ["The feed has no usable line.", "La carga no tiene ninguna línea utilizable."],
  ["# of # lines are bad, more than # %.", "# de # líneas son malas, más del # %."],
  [
    "The feed has # rows and had #: it shrank by more than half.",
    "La carga tiene # filas y tenía #: se redujo a menos de la mitad.",
  ],

  ["The source has no address.", "La fuente no tiene dirección."],
  ["The source answered #.", "La fuente respondió #."],
  [
    "The source answered 304 to a request without conditions.",
    "La fuente respondió 304 a una petición sin condiciones.",
  ],
  ["The source could not be reached: @", "No se pudo contactar con la fuente: @"],
  [
    "The source leads where no feed is fetched, to no public host's name or from https to http: @",
    "La fuente lleva a donde no se descarga ninguna carga, sin nombre de servidor público o de https a http: @",
  ],
  ["The source broke off: @", "La fuente se interrumpió a mitad de la descarga: @"],
  ["The feed could not be loaded: @", "La carga no se pudo procesar: @"],
  ["A feed may have at most @.", "Una carga puede tener @ como máximo."],
  [
    "More than # keys are too many for a feed: the command intel build makes a segment of them.",
    "Más de # claves son demasiadas para una carga: el comando intel build hace de ellas un segmento.",
  ],
  [
    "All sources together may take # bytes of memory; this one goes beyond.",
    "Todas las fuentes juntas pueden ocupar # bytes de memoria, y con esta se superarían.",
  ],
  [
    "A source may have at most # blocks or IPv6 addresses.",
    "Una fuente puede tener como máximo # bloques o direcciones IPv6.",
  ],
  ["The segment cannot be read.", "El segmento no se puede leer."],
  ["The segment is corrupt: @", "El segmento está dañado: @"],
  [
    "The segment ~ is damaged: ~",
    "El segmento guardado de esta fuente está dañado. Cargue la fuente de nuevo o elimínela; hasta entonces se sigue usando el índice anterior.",
  ],
  [
    "The file ~ is missing, which names the segments of all sources: ~",
    "Falta el archivo que nombra los segmentos de todas las fuentes. Reponga una copia, o cargue de nuevo todas las fuentes.",
  ],
];
