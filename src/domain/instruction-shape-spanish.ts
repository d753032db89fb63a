import { type ShapeRow, shapeRows } from './instruction-shape-row.ts';

// Accents are folded before matching.
const row = shapeRows('es', {
  gap: String.raw`(?:[^.!?\n]|[.!?](?=\S)){0,70}?`,
  imp: String.raw`(?:(?:^|[.!?¡¿:;,\n"'()>#*–—-]\s*)(?:(?:por favor|luego|despues|entonces|siempre|ahora|inmediatamente|primero)[\s,]+)*|\b(?:y|luego|por favor|siempre|inmediatamente|primero|debes|debe|tienes que)\s+)`,
  earlier: '(?:instrucciones?|reglas|directrices|ordenes|indicaciones|prompts?|normas|consignas)',
  agent: '(?:el asistente|la ia|el agente|el modelo|el chatbot|claude|codex|copilot|gemini|gpt)',
  user: '(?:al |a la |a los |el |la )?(?:usuari[oa]s?|persona|humano|desarrollador(?:a|es)?|duen[oa]|cliente|nadie)',
  orden:
    '(?:usa|utiliza|llama|invoca|ejecuta|abre|lee|envia|anade|agrega|incluye|escribe|muestra|di|menciona|pon|sube|borra|repite|termina|empieza|debes)',
  answer: '(?:respuestas?|mensajes?|contestaciones?)',
  secret: String.raw`(?:contrasenas?|claves? (?:de )?(?:api|acceso|privadas?|secretas?)|tokens?(?: de acceso)?|credenciales|secretos?|\.env\b(?!\.))`,
  place: String.raw`(?:https?://|[\w.+-]+@[\w-]+\.[a-z]|webhook|servidor (?:externo|remoto))`,
  goods: String.raw`(?:contenidos?|codigo(?: fuente)?|conversacion\w*|historial|archivos?|ficheros?|datos|contexto|entorno|todo|repositorio|\.env|claves?|contrasenas?|tokens?)`,
});

/** Spanish shapes. */
export const SPANISH_SHAPES: readonly ShapeRow[] = [
  row(
    'ignore-previous',
    String.raw`\b(?:ignora(?:d|r)?|ignore|olvida(?:d|r|te de)?|olvide|descarta|descarte|omite|omita|desobedece|no (?:hagas|haga) caso(?: de| a)?|haz caso omiso|haga caso omiso|pasa por alto|anula)\b{gap}\b(?:{earlier}|todo lo (?:\w+ ){0,3}?(?:anterior|antes|dicho|previo))\b`,
    String.raw`\b{earlier} (?:anteriores|previas|de arriba)\b{gap}\b(?:ya no (?:valen|aplican|se aplican)|quedan (?:anuladas|sin efecto)|no cuentan)`,
  ),
  row(
    'role-reassignment',
    String.raw`\b(?:a partir de ahora|ahora|desde ahora|de ahora en adelante),? (?:tu )?(?:eres|seras|sois|usted es|usted sera|actuas|actuaras)\b|\b(?:eres|seras) (?:ahora |desde ahora )?un(?:a)? (?:asistente|administrador\w*|hacker|ia|agente)\b`,
    String.raw`{imp}(?:actua|actue|comportate|comportese|finge|finja|haz como si|haga como si|simula que|imagina que eres|asume el (?:papel|rol)|hazte pasar)\b`,
    String.raw`\b(?:tu|su) (?:nuevo |nueva |unica |unico |verdadero |verdadera )?(?:rol|papel|tarea|mision|objetivo|identidad|nombre) (?:es|sera|consiste|pasa a ser)\b`,
  ),
  row(
    'persistence',
    String.raw`\b(?:a partir de ahora|desde ahora|de ahora en adelante|en adelante|en lo sucesivo|a partir de hoy)\b,?{gap}\b(?:tu\b|tus\b|debes|responde\w*|contesta\w*|seras|eres|siempre (?:responde|debes|ejecuta|di)|tienes que|no (?:digas|preguntes)|el asistente|la ia|actua\w*)`,
    String.raw`\b(?:recuerda|recuerde|recordad|memoriza|memorice|no olvides|nunca olvides)\b{gap}\b(?:siempre|para siempre|que (?:debes|tienes|eres)|esta (?:regla|instruccion|orden)|de ahora)\b`,
    String.raw`\b(?:en|al (?:inicio|principio|final|comienzo) de|antes de|despues de|durante) (?:todas? (?:las |tus |sus )?|cada (?:una de )?)(?:las |tus |sus )?(?:(?:proximas? |futuras? |nuevas? )+(?:sesion(?:es)?|conversacion(?:es)?|respuestas?|chats?)|(?:sesion(?:es)?|conversacion(?:es)?|respuestas?) (?:futuras?|siguientes?))\b`,
    String.raw`\b(?:guarda|guarde|escribe|anota|anade) (?:esto|esta \w+){gap}\bmemoria\b`,
    String.raw`\b(?:cada vez|siempre) que (?:tu|el usuario|alguien|te|respondas|contestes)\b`,
  ),
  row(
    'order-to-agent',
    String.raw`\b(?:debes|deberas|tienes que|tendras que|estas obligad[oa]|has de|no debes|usted debe(?:ra)?|teneis que|debeis)\b`,
    String.raw`\b{agent} (?:debe|debera|tiene que|no debe|nunca debe)\b`,
    String.raw`{imp}(?:obedece|obedezca|sigue|siga|ejecuta|ejecute|cumple|cumpla)(?: a)? (?:solo |unicamente )?(?:todas? |todos? )?(?:las |los |estas? |estos? |mis |lo que )(?:\w+ )?(?:instrucciones?|ordenes|comandos|indicaciones|comentarios|dice|diga|sigue|siguientes?)\b`,
  ),
  row(
    'answer-steering',
    String.raw`{imp}(?:responde|responda|contesta|conteste|habla|hable|escribe) (?:siempre |solo |unicamente |exclusivamente |a todo )*(?:en |con |como |que )(?!\d)`,
    String.raw`{imp}{orden}\b{gap}\b(?:en|a|con|al final de|al principio de|antes de|despues de) (?:cada una de |cada |todas? |tus |sus |tu )+(?:las |tus |sus )?(?:proximas? )?{answer}\b`,
    String.raw`\b(?:en|a|con|al final de|al principio de|antes de|despues de) (?:cada |todas? |tus |tu )+(?:las |tus )?{answer},? (?:siempre )?{orden}\b`,
    String.raw`\b(?:si|cuando|siempre que) (?:el |la |un |una |alguien |te )?(?:usuari[oa]|persona|cliente)?\s?(?:te )?(?:pregunta|pregunte|preguntan|pide|menciona|quiere)\w*\b{gap},\s*(?:responde|di|diga|contesta|recomienda|afirma|niega|miente|usa|sugiere)\b`,
    String.raw`\b(?:antes|despues) de (?:responder|contestar|hacer (?:nada|cualquier cosa)),? (?:siempre )?{orden}\b`,
    String.raw`{imp}{orden}\b{gap}\b(?:antes|despues) de (?:responder|contestar)\b`,
  ),
  row(
    'approval',
    String.raw`{imp}(?:aprueba|apruebe|acepta|acepte|autoriza|autorice|confirma|confirme|permite|permita) (?:automaticamente |siempre |de forma automatica )*(?:todo|todas?|todos|cada|cualquier|sin)\b`,
    String.raw`\b(?:ejecuta|ejecute|borra|borre|elimina|elimine|instala|instale|modifica|actua|procede|continua|haz|haga|aplica|envia|lanza|corre|escribe|sube|cambia)\b{gap}\bsin (?:nunca |ninguna |mi |la |previa |antes )*(?:pedir|preguntar|confirmacion|permiso|aprobacion|autorizacion|consentimiento|avisar|consultar|revision humana)\b`,
    String.raw`\bno (?:pidas|pida|esperes|espere|solicites|necesitas pedir|hace falta pedir)\s(?:\w+\s){0,2}?(?:confirmacion|permiso|aprobacion|autorizacion)\b|\bno (?:le )?preguntes (?:nunca |nada )?(?:al usuario|a nadie)\b`,
    String.raw`{imp}(?:omite|omita|salta|salte|evita|desactiva|desactive|elude) (?:todas? )?(?:las |los |la |el )(?:\w+ de )?(?:permisos?|aprobacion(?:es)?|autorizacion(?:es)?|confirmacion(?:es)?)\b`,
    String.raw`\b(?:el usuario|el desarrollador|el dueno) (?:ya )?(?:ha |lo ha )?(?:aprobado|autorizado|aprobo|autorizo|dio permiso)(?: para)? (?:todo|todas|esto|cualquier)`,
  ),
  row(
    'credentials',
    String.raw`\b(?:muestra|muestre|incluye|incluya|imprime|imprima|revela|revele|escribe|escriba|envia|envie|anade|anada|pega|pegue|copia|copie|pon|ponga|publica|da|dame)\b{gap}\b{secret}{gap}\b(?:en|a|con|al)\b{gap}\b(?:cada|todas?|tus|sus|tu|la|el|los|las) ?(?:\w+ )?(?:respuestas?|mensajes?|chat|conversacion|commits?|comentarios?|publico)\b`,
    '{imp}(?:revela|revele|divulga|dime|dame|entrega) (?:todas? |todos? )?(?:las |los |la |el |tus |sus |su )*{secret}',
    '{imp}(?:pide|pida|pidele|pregunta|solicita) {user} {gap}{secret}',
  ),
  row(
    'tool-use',
    String.raw`\b(?:usa|utiliza|utilice|llama a|llame a|invoca|ejecuta|abre)\b {gap}\b(?:la herramienta|las herramientas|el terminal|la terminal|el shell|la shell|bash|mcp)\b`,
  ),
  row(
    'exfiltration',
    String.raw`{imp}(?:envia|envie|enviad|manda|mande|sube|suba|transmite|transmita|publica|publique|copia|copie|reenvia|reenvie|carga)\b{gap}{goods}{gap}{place}`,
  ),
  row(
    'concealment',
    String.raw`\bno (?:le |se lo |lo |les )?(?:digas|diga|cuentes|cuente|reveles|revele|menciones|mencione|muestres|muestre|informes|informe|avises|hables)\b{gap}(?:{user}|de esto|sobre esto|esta (?:regla|nota|instruccion))`,
    String.raw`{imp}(?:manten|mantenga|guarda|guarde) (?:esto|esta \w+|lo) {gap}(?:en secreto|oculto|oculta|confidencial)\b|\bmantenlo en secreto\b`,
    String.raw`\bsin que (?:el usuario|el desarrollador|nadie|lo)\b{gap}\b(?:sepa|note|vea|entere|sepan|noten)\b|\ben secreto\b|\b(?:secretamente|a escondidas)\b`,
  ),
  row(
    'urgency-authority',
    String.raw`\b(?:importante|urgente|atencion|critico)\b\s*[:!]+\s*(?:\w+ ){0,2}?(?:debes|tienes|inmediatamente|ignora|obedece|ejecuta|borra|elimina|usted debe)\b`,
    String.raw`\b(?:el administrador|el (?:sistema|desarrollador|jefe|director|dueno)|el equipo de seguridad|la direccion|anthropic|openai) (?:te |le |ha |ya |lo |exige|ordena|autoriza)(?:\w+ )?(?:autorizado|ordenado|ordena|autoriza|exige|exigido|permite|permitido|manda|pide|que)\b`,
    String.raw`\b(?:por orden del?|esto es una orden|como tu (?:administrador|desarrollador|creador|jefe))\b`,
  ),
  row(
    'safety-off',
    String.raw`{imp}(?:desactiva|desactive|desactivar|deshabilita|apaga|elude|evita)\b{gap}\b(?:sandbox|caja de arena|seguridad|protecciones|proteccion|auditoria|comprobaciones de seguridad)\b`,
  ),
];
