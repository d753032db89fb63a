import { type ShapeRow, shapeRows } from './instruction-shape-row.ts';

// Accents are folded before matching.
const row = shapeRows('fr', {
  gap: String.raw`(?:[^.!?\n]|[.!?](?=\S)){0,70}?`,
  imp: String.raw`(?:(?:^|[.!?:;,\n"'()>#*–—-]\s*)(?:(?:merci de|veuillez|s'il te plait|s'il vous plait|puis|ensuite|alors|toujours|maintenant|desormais|immediatement)[\s,]+)*|\b(?:et|puis|ensuite|veuillez|toujours|immediatement|merci de|a)\s+)`,
  earlier: '(?:instructions?|consignes|regles|directives|ordres|prompts?|indications)',
  agent: "(?:l'assistante?|l'ia|l'agent|le modele|le chatbot|claude|codex|copilot|gemini|gpt)",
  user: "(?:a |au |aux )?(?:l'|le |la |les )?(?:utilisateur(?:s|ice)?|usager|personne|humain|developpeur(?:s|se)?|proprietaire|client)",
  ordre:
    '(?:(?:ajoute|appelle|utilise|lance|execute|envoie|affiche|mentionne|cite|repete|termine|commence|supprime|montre|invoque)(?:z|r)?|envoyez|appelez|ouvre|ouvrez|inclus|incluez|ecris|ecrivez|reponds|repondez|dis|dites|mets|mettez|lis|lisez|tu dois|vous devez)',
  answer: '(?:reponses?|messages?|replique)',
  secret: String.raw`(?:mots? de passe|cles? (?:d'?api|api|privees?|secretes?|d'acces)|jetons?(?: d'acces)?|tokens?|identifiants?|secrets?|\.env\b(?!\.))`,
  place: String.raw`(?:https?://|[\w.+-]+@[\w-]+\.[a-z]|webhook|serveur (?:externe|distant))`,
  goods: String.raw`(?:contenu|code(?: source)?|conversation|historique|fichiers?|donnees|contexte|environnement|tout|depot|\.env|cles?|mots? de passe|jetons?)`,
});

/** French shapes. */
export const FRENCH_SHAPES: readonly ShapeRow[] = [
  row(
    'ignore-previous',
    String.raw`\b(?:ignore[rz]?|oublie[rz]?|neglige[rz]?|contourne[rz]?|ne (?:tiens|tenez) (?:pas|plus|aucun) compte|fais abstraction|faites abstraction|passe outre|ecarte[rz]?)\b{gap}\b(?:{earlier}|tout ce qu[ei']\s?(?:\w+\s){0,4}?(?:avant|precede|dit|jusqu))`,
    String.raw`\b{earlier} (?:precedentes?|anterieures?|ci-dessus)\b{gap}\b(?:ne s'appliquent plus|sont (?:annulees?|nulles?|caduques|levees?)|ne comptent plus)`,
  ),
  row(
    'role-reassignment',
    String.raw`\b(?:tu es|vous etes) (?:desormais|maintenant|dorenavant|a present|a partir|un(?:e)? (?:assistant|administrateur|admin|hacker|ia|agent)\w*|libre)\b`,
    String.raw`{imp}(?:agis|agissez|comporte-toi|comportez-vous|fais comme si|faites comme si|fais semblant|faites semblant|joue le role|jouez le role|imagine que tu|incarne)\b`,
    String.raw`\b(?:ton|ta|votre) (?:nouveau |nouvelle |seul |seule |vrai |vraie )?(?:role|tache|mission|objectif|but|identite|nom) (?:est|consiste|devient)\b`,
  ),
  row(
    'persistence',
    String.raw`\b(?:desormais|dorenavant|a partir de maintenant|a compter de maintenant|a l'avenir|a partir d'aujourd'hui)\b{gap}\b(?:tu\b|vous (?:devez|repondr\w*|allez|etes)|ton\b|ta\b|tes\b|toujours\b|reponds|repondez|n'oublie|l'assistant|l'ia)`,
    String.raw`\b(?:souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|memorise[rz]?)\b{gap}\b(?:toujours|pour toujours|definitivement|que tu|que vous|cette (?:regle|consigne|instruction)|de (?:toujours|commencer|repondre|executer))\b`,
    String.raw`\b(?:dans|a|au debut de|a la fin de|lors de|pour|avant|apres) (?:toutes? (?:les |tes |vos )?|chaque |tous (?:les |tes |vos )?)(?:(?:prochaines? |futures? |nouvelles? )+(?:sessions?|conversations?|reponses?|discussions?)|(?:sessions?|conversations?|reponses?|discussions?) (?:futures?|suivantes?|a venir))\b`,
    String.raw`\b(?:enregistre[rz]?|ecris|ecrivez|garde[rz]?|sauvegarde[rz]?|ajoute[rz]?) (?:ceci|cela|cette \w+|ca){gap}\bmemoire\b`,
    String.raw`\b(?:chaque fois|a chaque fois|toutes les fois) que (?:tu|vous|l'utilisateur)\b`,
  ),
  row(
    'order-to-agent',
    String.raw`\b(?:tu (?:dois|devras|as (?:recu )?(?:l'ordre|l'obligation)|ne dois)|vous (?:devez|devrez|ne devez|avez l'(?:ordre|obligation))|il (?:te|vous) faut)\b`,
    String.raw`\b{agent} (?:doit|devra|ne doit)\b`,
    String.raw`{imp}(?:obeis|obeissez|suis|suivez|execute[rz]?) (?:a |uniquement |seulement |toutes? |tous )*(?:ces|cette|les|mes|ce qui|toutes|tous|ce que)\s(?:\w+ )?(?:instructions?|ordres?|commandes?|consignes?|commentaires?|suit|suivantes?|est ecrit)\b`,
  ),
  row(
    'answer-steering',
    String.raw`{imp}(?:reponds|repondez|parle[rz]?|ecris|ecrivez) (?:toujours |uniquement |seulement |desormais |exclusivement |a tout )*(?:en |par |comme |avec )(?!\d)`,
    String.raw`{imp}{ordre}\b{gap}\b(?:dans|a|avec|a la fin de|au debut de|avant|apres) (?:chacune? de |chaque |toutes? |tes |vos |ta |votre )+(?:les |tes |vos )?(?:prochaines? )?{answer}\b`,
    String.raw`\b(?:dans|a|avec|a la fin de|au debut de|avant|apres) (?:chaque |toutes? |tes |vos |ta |votre )+(?:les |tes |vos )?{answer},? (?:toujours )?{ordre}\b`,
    String.raw`\b(?:si|quand|lorsque|lorsqu'|des que) (?:l'|un |une |on |quelqu'un |le )?(?:utilisateur|personne|te|vous|client|developpeur)?\s?(?:te |vous |me )?(?:demande|pose|mentionne|interroge|parle)\b{gap},\s*(?:reponds|repondez|dis|dites|recommande[rz]?|affirme[rz]?|nie[rz]?|refuse[rz]?|propose[rz]?)\b`,
  ),
  row(
    'approval',
    String.raw`{imp}(?:approuve[rz]?|accepte[rz]?|valide[rz]?|autorise[rz]?|confirme[rz]?) (?:automatiquement |toujours |systematiquement |d'office )*(?:tout(?:es?)?|tous|chaque|n'importe|sans)\b`,
    String.raw`\b(?:execute[rz]?|lance[rz]?|supprime[rz]?|installe[rz]?|modifie[rz]?|pousse[rz]?|agis|procede[rz]?|continue[rz]?|fais|faites|applique[rz]?|envoie|envoyez|efface[rz]?|ecris)\b{gap}\bsans (?:jamais |aucune? |la moindre |ma |votre |la |d'abord )*(?:demander|confirmation|autorisation|permission|approbation|validation|accord|prevenir|consentement|poser de question)\b`,
    String.raw`\bne (?:demande[rz]?|attend(?:s|ez)|sollicite[rz]?) (?:jamais|pas|plus|aucune?)\s(?:\w+\s)?(?:\w+\s)?(?:confirmation|autorisation|permission|approbation|accord|validation)\b`,
    String.raw`{imp}(?:saute[rz]?|contourne[rz]?|desactive[rz]?|ignore[rz]?|passe[rz]?) (?:toutes? )?(?:les |la |l')(?:\w+ de |\w+ d')?(?:permissions?|approbations?|autorisations?|confirmations?|validations?)\b`,
    String.raw`\b(?:l'utilisateur|le developpeur|il|elle|le proprietaire) (?:a|avait) (?:deja )?(?:tout |donne son accord|approuve tou|autorise tou|consenti a tou)`,
  ),
  row(
    'credentials',
    String.raw`\b(?:affiche[rz]?|montre[rz]?|inclu[st]|incluez|donne[rz]?|revele[rz]?|ecris|ecrivez|envoie|envoyez|ajoute[rz]?|colle[rz]?|imprime[rz]?|copie[rz]?|mets|mettez|publie[rz]?)\b{gap}\b{secret}{gap}\b(?:dans|a|avec|sur|en)\b{gap}\b(?:chaque|toutes?|tes|vos|ta|votre|la|le|les|l') ?(?:\w+ )?(?:reponses?|messages?|chat|conversation|commits?|commentaires?|public)\b`,
    '{imp}(?:revele[rz]?|divulgue[rz]?|donne[rz]?|communique[rz]?)(?:-moi|-nous|-lui)? (?:tous |toutes )?(?:les |le |la |ton |tes |vos |son |ses )*{secret}',
    '{imp}(?:demande[rz]?) (?:a |au )?{user} {gap}{secret}',
  ),
  row(
    'tool-use',
    String.raw`\b(?:appelle[rz]?|utilise[rz]?|lance[rz]?|invoque[rz]?|execute[rz]?)\b {gap}\b(?:l'outil|les outils|le terminal|le shell|bash\b|mcp\b|l'outil shell)`,
    String.raw`\b(?:avant|apres) (?:de (?:repondre|faire quoi que ce soit)|avoir repondu),? (?:toujours )?{ordre}\b`,
    String.raw`{imp}{ordre}\b{gap}\bavant de (?:repondre|faire)\b`,
  ),
  row(
    'exfiltration',
    String.raw`{imp}(?:envoie[rz]?|envoyez|transmets|transmettez|televerse[rz]?|poste[rz]?|copie[rz]?|transfere[rz]?|charge[rz]?|publie[rz]?|expedie[rz]?)\b{gap}{goods}{gap}{place}`,
  ),
  row(
    'concealment',
    String.raw`\bne (?:le |la |les |lui |leur |l')?(?:dis|dites|dit|revele[rz]?|montre[rz]?|mentionne[rz]?|parle[rz]?|signale[rz]?|divulgue[rz]?|informe[rz]?|previens|prevenez)\b (?:jamais|rien|pas|plus|surtout pas|aucun)\b{gap}(?:{user}|\ba personne\b|de (?:ceci|cela)|cette (?:regle|note|consigne|instruction))`,
    String.raw`{imp}(?:garde[rz]?|tiens|tenez) (?:ceci|cela|ca|cette \w+|le|la) {gap}(?:secrete?|pour toi|pour vous|confidentiel\w*|cachee?)\b`,
    String.raw`\b(?:sans que|a l'insu d[eu]) (?:l'utilisateur|le developpeur|personne|quiconque|l')|\b(?:en secret|secretement|discretement)\b`,
  ),
  row(
    'urgency-authority',
    String.raw`\b(?:important|urgent|attention|critique|imperatif)\b\s*[:!]+\s*(?:\w+ ){0,2}?(?:tu|vous (?:devez|etes)|immediatement|ignore|obei\w*|execute\w*|supprime\w*)\b`,
    String.raw`\b(?:l'administrateur|le (?:systeme|developpeur|patron|directeur|pdg|proprietaire)|l'equipe (?:de )?securite|la direction|anthropic|openai) (?:a |t'|vous |te )(?:\w+ )?(?:autorise|ordonne|demande|exige|permet|donne l'ordre|donne la permission)\w*\b`,
    String.raw`\b(?:sur ordre (?:de|du)|ceci est un ordre|c'est un ordre|en tant que (?:ton|votre) (?:administrateur|developpeur|createur|patron))\b`,
  ),
  row(
    'safety-off',
    String.raw`\b(?:desactive[rz]?|contourne[rz]?|coupe[rz]?|neutralise[rz]?)\b{gap}\b(?:bac a sable|sandbox|securite|protections?|garde-fous?|audit|controles)\b(?<=(?:^|[.!?:;,\n]\s*|\bimmediatement |\bdevez |\bdois |\bet )(?:\w+ )?(?:desactive[rz]?|contourne[rz]?|coupe[rz]?|neutralise[rz]?)\b[^.!?\n]{0,100})`,
  ),
];
