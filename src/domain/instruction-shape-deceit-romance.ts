import { type ShapeRow, shapeRows } from './instruction-shape-row.ts';

const gap = String.raw`(?:[^.!?。！？\n]|[.!?](?=\S)){0,60}?`;
const fr = shapeRows('fr', { gap });
const es = shapeRows('es', { gap });
const pt = shapeRows('pt', { gap });

/** Orders to deceive, to change sides, to agree to everything and to do things unseen: French, Spanish and Portuguese. */
export const ROMANCE_DECEIT_SHAPES: readonly ShapeRow[] = [
  fr(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\bet )(?:pretends?|pretendez|dis|dites|affirme[zs]?|fais comme si|faites comme si|reponds?|repondez|declare[zs]?|assure[zs]?)\b{gap}\b(?:que |comme si )?(?:les? |l'|la |tout )?(?:tests?|build|code|audit|compilation|deploiement|migration|va bien)\b{gap}\b(?:passe(?:nt)?|(?:a |ont )?reussi\w*|(?:est|sont) (?:surs?|verts?|bons?|corrects?|propres?)|fonctionne\w*)`,
  ),
  fr(
    'order-to-agent',
    String.raw`\btu (?:ne )?(?:travailles|obeis|reponds)\b{gap}\b(?:que pour moi|uniquement|seulement|personne d'autre)\b`,
  ),
  es(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\by )(?:di|diga|afirma|afirme|informa|informe|asegura|asegure|responde|finge|haz como si|declara)\b{gap}\b(?:pruebas|tests?|build|compilacion|codigo|auditoria|despliegue|migracion|todo)\b{gap}\b(?:pasan?|pasaron|(?:esta|estan|es|son) (?:bien|verdes?|en verde|segur[oa]s?|correct[oa]s?)|funcion\w*)`,
  ),
  es(
    'order-to-agent',
    String.raw`\b(?:trabajas|obedeces|respondes)\b{gap}\b(?:solo|solamente|unicamente|exclusivamente)\b{gap}\b(?:para|a) mi\b`,
  ),
  es(
    'credentials',
    String.raw`\b(?:muestrame|ensename|dame|pasame|mandame|enviame|leeme)\b{gap}\b(?:claves?|contrasenas?|tokens?|credenciales|secretos?)\b`,
  ),
  es(
    'concealment',
    String.raw`\b(?:ejecuta|ejecute|instala|instale|borra|borre|envia|envie|cambia|cambie|descarga|descargue)\b{gap}\b(?:sin avisar|sin decir(?:lo)? nada|a escondidas|discretamente|en silencio)\b`,
  ),
  pt(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\be )(?:diz|diga|afirma|afirme|informa|informe|garante|garanta|responde|responda|finge|finja|declara|declare)\b{gap}\b(?:testes|build|compilacao|codigo|auditoria|implantacao|migracao|tudo)\b{gap}\b(?:passam?|passaram|(?:esta|estao|e|sao) (?:bem|verdes?|segur[oa]s?|corret[oa]s?|corre(?:c)?t[oa]s?)|funcion\w*)`,
  ),
  pt(
    'order-to-agent',
    String.raw`\b(?:trabalhas?|obedeces?|respondes?)\b{gap}\b(?:so|somente|apenas|unicamente|exclusivamente)\b{gap}\b(?:para|a) mim\b`,
  ),
  pt(
    'credentials',
    String.raw`\b(?:mostra-me|mostre-me|me mostre|da-me|de-me|me de|passa-me|passe-me|me passe|envia-me|envie-me|me envie|manda-me|me mande)\b{gap}\b(?:chaves?|senhas?|palavras?-passe|tokens?|credenciais|segredos?)\b`,
  ),
  pt(
    'concealment',
    String.raw`\b(?:executa|execute|instala|instale|apaga|apague|envia|envie|muda|mude|descarrega|baixe|baixa)\b{gap}\b(?:sem avisar|sem dizer nada|as escondidas|discretamente|em silencio)\b`,
  ),
  pt(
    'approval',
    String.raw`\b(?:aceita|aceite|aprova|aprove|concorda|concorde)\b{gap}\b(?:qualquer|todos? os|todas? as)\b{gap}\b(?:permiss(?:ao|oes)|pedidos?|confirmac(?:ao|oes)|comandos?)\b`,
  ),
  // Success is to be told whatever happened.
  fr(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\bet )(?:annonce[zs]?|signale[zs]?|dis|dites|affirme[zs]?|declare[zs]?)\b{gap}\b(?:succes|reussite|vert|tout va bien|termine)\b{gap}\b(?:meme si|quoi qu|peu importe|bien que)`,
  ),
  es(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\by )(?:anuncia|anuncie|informa|informe|declara|declare|reporta|reporte|di|diga)\b{gap}\b(?:exito|verde|todo bien|terminado)\b{gap}\b(?:aunque|incluso si|pase lo que pase|sin importar)\b`,
  ),
  pt(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\be )(?:anuncia|anuncie|informa|informe|declara|declare|relata|relate|diz|diga)\b{gap}\b(?:sucesso|exito|verde|tudo bem|concluido)\b{gap}\b(?:mesmo que|mesmo se|ainda que|nao importa|independentemente)\b`,
  ),
  // Only this text is to be obeyed.
  fr(
    'order-to-agent',
    String.raw`(?:n')?\b(?:obeis|obeissez|ecoute[zs]?|suis|suivez|fie-toi)\b{gap}\b(?:que|qu'|seulement|uniquement|exclusivement|plus qu')\s?(?:a |au )?(?:ce|cette|ces|moi|mes)\b`,
  ),
  es(
    'order-to-agent',
    String.raw`(?:^|[.!?:;,\n]\s*|\by )(?:obedece|obedezca|escucha|escuche|confia|confie|sigue|siga)\b(?: a)? (?:solo|solamente|unicamente|exclusivamente)\b|(?:solo|unicamente) (?:obedece|escucha|sigue) a\b`,
  ),
  pt(
    'order-to-agent',
    String.raw`(?:^|[.!?:;,\n]\s*|\be )(?:obedece|obedeca|ouve|ouca|escuta|escute|confia|confie|segue|siga)\b(?: a)? (?:so|somente|apenas|unicamente|exclusivamente)\b`,
  ),
  // What the system said is to be set aside.
  fr(
    'ignore-previous',
    String.raw`\b(?:ignore[zs]?|oublie[zs]?|neglige[zs]?)\b{gap}\bce que\b{gap}\b(?:systeme|developpeur|utilisateur|regles?)\b`,
  ),
  es(
    'ignore-previous',
    String.raw`\b(?:ignora|ignore|olvida|olvide)\b{gap}\blo que\b{gap}\b(?:sistema|desarrollador|usuario|reglas?)\b`,
  ),
  pt(
    'ignore-previous',
    String.raw`\b(?:ignora|ignore|esquece|esqueca)\b{gap}\bo que\b{gap}\b(?:sistema|desenvolvedor|usuario|utilizador|regras?)\b`,
  ),
  // Something is to be kept from whoever reviews.
  fr(
    'concealment',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:cache[zs]?|dissimule[zs]?|masque[zs]?)\b{gap}\b(?:au|aux|a la|a l'|du|des)\s?(?:relecteurs?|utilisateurs?|developpeurs?|proprietaires?|equipe|auditeurs?|reviewers?)\b`,
  ),
  es(
    'concealment',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:oculta|oculte|esconde|esconda|disimula|disimule)(?:le)?\b{gap}\b(?:al|a la|a los|del|de los)\s(?:revisor\w*|usuari\w*|desarrollador\w*|duen\w*|equipo|auditor\w*)\b`,
  ),
  pt(
    'concealment',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:esconde|esconda|oculta|oculte|disfarca|disfarce)\b{gap}\b(?:ao|a|aos|do|da|dos)\s(?:revisor\w*|usuari\w*|utilizador\w*|desenvolvedor\w*|don[oa]|equip[ae]|auditor\w*)\b`,
  ),
  // A package is to come from somewhere else.
  fr(
    'safety-off',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:installe[zs]?|telecharge[zs]?|prends|prenez|recupere[zs]?)\b{gap}https?://\S+{gap}\b(?:au lieu|plutot|et non)\b`,
  ),
  es(
    'safety-off',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:instala|instale|descarga|descargue|baja|toma)\b{gap}https?://\S+{gap}\b(?:en vez|en lugar|y no)\b`,
  ),
  pt(
    'safety-off',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:instala|instale|descarrega|descarregue|baixa|baixe|pega|pegue)\b{gap}https?://\S+{gap}\b(?:em vez|ao inves|em lugar|e nao)\b`,
  ),
  // A secret is for whoever asks.
  fr(
    'credentials',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:donne[zs]?|dis|remets|remettez|communique[zs]?|transmets)\b{gap}\b(?:cles?|mots? de passe|jetons?|identifiants|secrets?)\b{gap}\b(?:a quiconque|a qui|a tous|a n'importe|a toute personne|des qu'on)\b`,
  ),
  es(
    'credentials',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:da|de|entrega|entregue|dale|pasa|comparte)\b{gap}\b(?:claves?|contrasenas?|tokens?|credenciales|secretos?)\b{gap}\b(?:a quien|a cualquiera|a todos|al que)\b`,
  ),
  pt(
    'credentials',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:da|de|entrega|entregue|passa|passe|partilha|compartilhe)\b{gap}\b(?:chaves?|senhas?|palavras?-passe|tokens?|credenciais|segredos?)\b{gap}\b(?:a quem|a qualquer|a todos|ao primeiro)\b`,
  ),
  // One text is to be the only rule.
  fr(
    'order-to-agent',
    String.raw`(?:^|[.!?:;,\n]\s*|\bet )(?:prends|prenez|considere[zs]?|traite[zs]?|tiens)\b{gap}\b(?:cette|ce|cet|ces)\b{gap}\b(?:pour|comme)\b{gap}\b(?:seule?|unique|nouvelle|supreme)\b`,
  ),
  es(
    'order-to-agent',
    String.raw`(?:^|[.!?:;,\n]\s*|\by )(?:toma|tome|considera|considere|trata|trate)\b{gap}\b(?:esta|este|estas|estos)\b{gap}\bcomo\b{gap}\b(?:unic[ao]|nuev[ao]|maxim[ao]|suprem[ao])\b`,
  ),
  pt(
    'order-to-agent',
    String.raw`(?:^|[.!?:;,\n]\s*|\be )(?:toma|tome|considera|considere|trata|trate)\b{gap}\b(?:esta|este|estas|estes)\b{gap}\bcomo\b{gap}\b(?:unic[ao]|nov[ao]|maxim[ao]|suprem[ao])\b`,
  ),
  // Every question gets a yes.
  fr(
    'approval',
    String.raw`\b(?:chaque|toute[s]?|toutes les) (?:demandes? )?(?:d'|de )?(?:autorisations?|permissions?|confirmations?|approbations?)\b{gap}\b(?:un oui|oui)\b`,
  ),
  es(
    'approval',
    String.raw`\b(?:cada|toda[s]?|todas las) (?:solicitud(?:es)? |peticion(?:es)? )?(?:de )?(?:permisos?|confirmacion(?:es)?|aprobacion(?:es)?|autorizacion(?:es)?)\b{gap}\b(?:un si|si) (?:de|por) (?:tu|ti)\b`,
  ),
  pt(
    'approval',
    String.raw`\b(?:cada|todo[s]?|todos os) (?:pedidos? )?(?:de )?(?:permiss(?:ao|oes)|confirmac(?:ao|oes)|aprovac(?:ao|oes)|autorizac(?:ao|oes))\b{gap}\b(?:um sim|sim) (?:teu|seu|de ti|de voce)\b`,
  ),
  // Nothing was found, whatever was found.
  fr(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\bet )(?:dis|dites|affirme[zs]?|declare[zs]?|ecris|ecrivez)\b{gap}\b(?:rien|aucun\w*)\b{gap}\b(?:quoi qu|meme si|peu importe|bien que)`,
  ),
  es(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\by )(?:di|diga|afirma|afirme|declara|escribe|informa)\b{gap}\b(?:nada|ningun\w*)\b{gap}\b(?:aunque|lo que|pase|sea lo que|\w+re lo que)\b`,
  ),
  pt(
    'misreport',
    String.raw`(?:^|[.!?:;,\n]\s*|\be )(?:diz|diga|afirma|afirme|declara|escreve|informa)\b{gap}\b(?:nada|nenhum\w*)\b{gap}\b(?:mesmo que|ainda que|seja o que|o que quer)\b`,
  ),
  // Somebody is to be kept in the dark, traces are to be wiped.
  fr(
    'concealment',
    String.raw`\b(?:laisse[zs]?|garde[zs]?|tiens|tenez)\b{gap}\b(?:dans l'ignorance|dans le noir|sans le savoir|a l'ecart)\b|(?:^|[.!?:;,\n]\s*)(?:coupe[zs]?|arrete[zs]?|desactive[zs]?|eteins)\b{gap}\b(?:journaux|logs?|journalisation|audit)\b{gap}\b(?:puis|et)\b{gap}\b(?:efface|supprime|vide|detruis)`,
  ),
  es(
    'concealment',
    String.raw`\b(?:manten|mantenga|deja|deje)\b{gap}\b(?:sin saber\w*|en la ignorancia|a oscuras|desinformad\w*)\b|(?:^|[.!?:;,\n]\s*)(?:apaga|apague|desactiva|deten|corta)\b{gap}\b(?:registros?|logs?|auditoria)\b{gap}\by\b{gap}\b(?:borra|elimina|vacia|destruye)`,
  ),
  pt(
    'concealment',
    String.raw`\b(?:mantem|mantenha|deixa|deixe)\b{gap}\b(?:sem saber\w*|na ignorancia|as escuras|desinformad\w*)\b|(?:^|[.!?:;,\n]\s*)(?:desliga|desligue|desativa|desative|corta|para)\b{gap}\b(?:registos?|registros?|logs?|auditoria)\b{gap}\be\b{gap}\b(?:apaga|apague|elimina|limpa|exclui)`,
  ),
  // No more questions.
  fr('approval', String.raw`\b(?:arrete[zs]?|cesse[zs]?) de (?:\w+ )?(?:demander|questionner|hesiter|verifier)\b`),
  es('approval', String.raw`\b(?:deja|deje|para|pare) de (?:preguntar|dudar|comprobar|cuestionar)\b`),
  pt('approval', String.raw`\b(?:para|pare|deixa|deixe) de (?:perguntar|hesitar|duvidar|questionar)\b`),
  // All that is written is to begin in one way.
  fr(
    'answer-steering',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:commence[zs]?|termine[zs]?|finis|debute[zs]?)\b{gap}\b(?:tout ce que tu|chacun de tes|tous tes)\b`,
  ),
  es(
    'answer-steering',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:empieza|comienza|termina|acaba|inicia)\b{gap}\btodo lo que (?:escribas|digas|envies|hagas)\b`,
  ),
  pt(
    'answer-steering',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:comeca|comece|termina|termine|inicia|inicie|acaba|acabe)\b{gap}\btudo o que (?:escrev\w*|diz\w*|disser\w*|envi\w*)\b`,
  ),
  // A secret goes to an address.
  fr(
    'credentials',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:remets|remettez|donne[zs]?|passe[zs]?|livre[zs]?|transmets|transmettez)\b{gap}\b(?:jetons?|cles?|mots? de passe|identifiants|secrets?|token)\b{gap}https?://`,
  ),
  fr(
    'ignore-previous',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:oublie[zs]?|ignore[zs]?|depasse[zs]?)\b{gap}\b(?:limites?|restrictions?|interdictions?|contraintes?)\b`,
  ),
  fr(
    'persistence',
    String.raw`\b(?:a partir (?:de demain|d'aujourd'hui|de lundi|de maintenant)|des (?:demain|maintenant|lundi))\b,?{gap}\b(?:reponds?|repondez|dis|dites|approuve[zs]?|accepte[zs]?|execute[zs]?)\b{gap}\b(?:toujours|jamais|uniquement)\b|\b(?:a partir (?:de demain|d'aujourd'hui|de lundi|de maintenant)|des (?:demain|maintenant|lundi))\b,?{gap}\b(?:toujours|jamais|uniquement)\b{gap}\b(?:reponds?|repondez|dis|dites|approuve[zs]?|accepte[zs]?|execute[zs]?)\b`,
  ),
  fr(
    'concealment',
    String.raw`\b(?:ne) (?:le |lhe |lui )?(?:mentionne[zs]?|dis|dites|revele[zs]?|parle[zs]?|montre[zs]?)\b{gap}\b(?:jamais a l'utilisateur|pas a l'utilisateur|au developpeur|aux? relecteurs?|a personne)\b`,
  ),
  fr(
    'approval',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:saute[zs]?|omets|omettez|ignore[zs]?|contourne[zs]?|passe[zs]?) (?:la |le |les |el |las |los |a |as |o |os |toda |toute |qualquer )?(?:confirmations?|approbations?|autorisations?|verifications?)\b`,
  ),
  es(
    'ignore-previous',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:olvida|olvide|ignora|ignore|supera)\b{gap}\b(?:limites?|restricciones?|prohibiciones?)\b`,
  ),
  es(
    'persistence',
    String.raw`\b(?:desde (?:manana|hoy|el lunes|ahora)|a partir de (?:manana|hoy|ahora|lunes))\b,?{gap}\b(?:responde|responda|di|diga|aprueba|apruebe|acepta|acepte|ejecuta|ejecute)\b{gap}\b(?:siempre|nunca|unicamente)\b|\b(?:desde (?:manana|hoy|el lunes|ahora)|a partir de (?:manana|hoy|ahora|lunes))\b,?{gap}\b(?:siempre|nunca|unicamente)\b{gap}\b(?:responde|responda|di|diga|aprueba|apruebe|acepta|acepte|ejecuta|ejecute)\b`,
  ),
  es(
    'concealment',
    String.raw`\b(?:nunca|jamas|no) (?:le |lhe |lui )?(?:menciones|mencione|digas|diga|reveles|cuentes|muestres|hables)\b{gap}\b(?:al? usuari[oa]s?|a nadie|al desarrollador|al revisor)\b`,
  ),
  es(
    'approval',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:omite|omita|salta|salte|ignora|ignore|evita|evite) (?:la |le |les |el |las |los |a |as |o |os |toda |toute |qualquer )?(?:confirmacion(?:es)?|aprobacion(?:es)?|autorizacion(?:es)?|verificacion(?:es)?)\b`,
  ),
  pt(
    'ignore-previous',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:esquece|esqueca|ignora|ignore|ultrapassa)\b{gap}\b(?:limites?|restric(?:ao|oes)|proibic(?:ao|oes))\b`,
  ),
  pt(
    'persistence',
    String.raw`\b(?:a partir de (?:amanha|hoje|agora|segunda)|desde (?:amanha|hoje|ja))\b,?{gap}\b(?:responde|responda|diz|diga|aprova|aprove|aceita|aceite|executa|execute)\b{gap}\b(?:sempre|nunca|apenas)\b|\b(?:a partir de (?:amanha|hoje|agora|segunda)|desde (?:amanha|hoje|ja))\b,?{gap}\b(?:sempre|nunca|apenas)\b{gap}\b(?:responde|responda|diz|diga|aprova|aprove|aceita|aceite|executa|execute)\b`,
  ),
  pt(
    'concealment',
    String.raw`\b(?:nunca|jamais|nao) (?:le |lhe |lui )?(?:menciones|mencione|digas|diga|reveles|revele|contes|conte|mostres|fales)\b{gap}\b(?:ao (?:utilizador|usuario|desenvolvedor|revisor)|a ninguem)\b`,
  ),
  pt(
    'approval',
    String.raw`(?:^|[.!?:;,\n]\s*)(?:omite|omita|salta|salte|pula|pule|ignora|ignore|evita|evite) (?:la |le |les |el |las |los |a |as |o |os |toda |toute |qualquer )?(?:confirmac(?:ao|oes)|aprovac(?:ao|oes)|autorizac(?:ao|oes)|verificac(?:ao|oes))\b`,
  ),
];
