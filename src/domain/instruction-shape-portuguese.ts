import { type ShapeRow, shapeRows } from './instruction-shape-row.ts';

// Accents are folded before matching.
const row = shapeRows('pt', {
  gap: String.raw`(?:[^.!?\n]|[.!?](?=\S)){0,70}?`,
  imp: String.raw`(?:(?:^|[.!?:;,\n"'()>#*–—-]\s*)(?:(?:por favor|depois|entao|sempre|agora|imediatamente|primeiro|em seguida)[\s,]+)*|\b(?:e|depois|por favor|sempre|imediatamente|primeiro|deves|deve|voce deve|tens de|tem de|tem que)\s+)`,
  earlier: '(?:instruc(?:ao|oes)|regras?|diretrizes|ordens|indicacoes|prompts?|normas|orientacoes|comandos anteriores)',
  agent: '(?:o assistente|a ia|o agente|o modelo|o chatbot|claude|codex|copilot|gemini|gpt)',
  user: '(?:ao |a |aos |as |o |com o )?(?:utilizador(?:a|es)?|usuari[oa]s?|pessoa|humano|desenvolvedor(?:a|es)?|programador(?:a|es)?|don[oa]|cliente|ninguem)',
  ordem:
    '(?:usa|use|utiliza|utilize|chama|chame|invoca|invoque|executa|execute|abre|abra|le|leia|envia|envie|adiciona|adicione|acrescenta|acrescente|inclui|inclua|escreve|escreva|mostra|mostre|diz|diga|menciona|mencione|poe|coloca|coloque|apaga|apague|repete|repita|termina|termine|comeca|comece|deves)',
  answer: '(?:respostas?|mensagens?|mensagem)',
  secret: String.raw`(?:senhas?|palavras?-passe|chaves? (?:de )?(?:api|acesso|privadas?|secretas?)|chaves? da api|tokens?(?: de acesso)?|credenciais|segredos?|\.env\b(?!\.))`,
  place: String.raw`(?:https?://|[\w.+-]+@[\w-]+\.[a-z]|webhook|servidor (?:externo|remoto))`,
  goods: String.raw`(?:conteudos?|codigo(?:-fonte| fonte)?|conversas?|historico|ficheiros?|arquivos?|dados|contexto|ambiente|tudo|repositorio|\.env|chaves?|senhas?|tokens?)`,
});

/** Portuguese shapes, of Portugal and Brazil. */
export const PORTUGUESE_SHAPES: readonly ShapeRow[] = [
  row(
    'ignore-previous',
    String.raw`\b(?:ignora(?:r)?|ignore[m]?|esquece(?:r)?|esqueca[m]?|descarta(?:r)?|descarte|desconsidera(?:r)?|desconsidere|omite|omita|desobedece|desobedeca|nao (?:ligues|ligue|sigas|siga)|anula|anule|deixa de (?:lado|seguir)|deixe de (?:lado|seguir)|para de seguir|pare de seguir)\b{gap}\b(?:{earlier}|tudo o que (?:\w+ ){0,4}?(?:anterior\w*|antes|dito|disse\w*|acima)|tudo (?:\w+ )?(?:acima|anterior))\b`,
    String.raw`\b{earlier} (?:anteriores|previas|acima)\b{gap}\b(?:ja nao (?:valem|contam|se aplicam)|nao (?:valem|se aplicam) mais|estao (?:anuladas|revogadas)|deixam de valer)`,
  ),
  row(
    'role-reassignment',
    String.raw`\b(?:a partir de agora|agora|doravante|daqui em diante),? (?:tu )?(?:es|seras|voce e|voce sera|ages|agiras)\b|\b(?:tu es|voce e) (?:agora )?um(?:a)? (?:assistente|administrador\w*|hacker|ia|agente)\b`,
    String.raw`{imp}(?:age|aja|atua|atue|comporta-te|comporte-se|finge|finja|faz de conta|faca de conta|simula que|imagina que es|imagine que|assume o papel|assuma o papel)\b`,
    String.raw`\b(?:o teu|a tua|o seu|a sua|teu|tua|seu|sua) (?:novo |nova |unica |unico |verdadeiro |verdadeira )(?:papel|tarefa|missao|objetivo|identidade|nome|funcao) (?:e|sera|consiste|passa a ser)\b`,
  ),
  row(
    'persistence',
    String.raw`\b(?:a partir de agora|de agora em diante|daqui em diante|daqui para a frente|doravante|a partir de hoje|no futuro)\b,?{gap}\b(?:tu\b|voce\b|teus?\b|tuas?\b|deves?\b|responde\w*|responda\w*|seras|sempre (?:responde|responda|deve|executa|execute|diz|diga)|tens de|tem (?:de|que)|nao (?:digas|diga|perguntes|pergunte)|o assistente|a ia|atua|atue|aprova|aprove|aceita|aceite|ignora|ignore)`,
    String.raw`\b(?:lembra-te|lembre-se|lembra|lembre|memoriza|memorize|nao te esquecas|nao se esqueca|nunca esquecas|nunca esqueca)\b{gap}\b(?:sempre|para sempre|que (?:deves|deve|tens|tem|es)|desta (?:regra|instrucao|ordem)|esta (?:regra|instrucao|ordem))\b`,
    String.raw`\b(?:em|no (?:inicio|principio|fim|final|comeco) de|antes de|depois de|durante) (?:todas? (?:as |tuas |suas )?|cada (?:uma das )?)(?:as |tuas |suas )?(?:(?:proximas? |futuras? |novas? )+(?:sess(?:ao|oes)|conversas?|respostas?|chats?)|(?:sess(?:ao|oes)|conversas?|respostas?) (?:futuras?|seguintes?))\b`,
    String.raw`\b(?:guarda|guarde|escreve|escreva|anota|anote|grava|grave|salva|salve) (?:isto|isso|esta \w+){gap}\bmemoria\b`,
    String.raw`\b(?:sempre|cada vez) que (?:tu|voce|o utilizador|o usuario|alguem|te|responderes|responder)\b`,
  ),
  row(
    'order-to-agent',
    String.raw`\b(?:tu deves|deves|tens de|tens que|teras de|voce (?:deve(?:ra)?|tem (?:de|que)|precisa|nao (?:deve|pode))|es obrigad[oa] a|esta obrigad[oa] a|nao deves)\b`,
    String.raw`\b{agent} (?:deve|devera|tem de|tem que|nao deve|nunca deve)\b`,
    String.raw`{imp}(?:obedece|obedeca|segue|siga|executa|execute|cumpre|cumpra)(?: a)? (?:so |apenas |somente )?(?:todas? |todos? )?(?:as |os |estas? |estes? |minhas |meus |o que )(?:\w+ )?(?:instrucoes|instrucao|ordens|comandos|indicacoes|comentarios|diz|disser|segue|seguintes?)\b`,
  ),
  row(
    'answer-steering',
    String.raw`{imp}(?:responde|responda|fala|fale|escreve|escreva) (?:sempre |so |apenas |somente |exclusivamente |a tudo )*(?:em |com |como |que )(?!\d)`,
    String.raw`{imp}{ordem}\b{gap}\b(?:em|a|com|no fim de|no final de|no inicio de|antes de|depois de|ao final de) (?:cada uma das |cada |todas? |tuas |suas |tua )+(?:as |tuas |suas )?(?:proximas? )?{answer}\b`,
    String.raw`\b(?:em|a|com|no fim de|no final de|ao final de|no inicio de|antes de|depois de) (?:cada |todas? |tuas |tua )+(?:as |tuas )?{answer},? (?:sempre )?{ordem}\b`,
    String.raw`\b(?:se|quando|sempre que) (?:o |a |um |uma |alguem |te |lhe )?(?:utilizador(?:a)?|usuari[oa]|pessoa|cliente)?\s?(?:te |lhe )?(?:pergunta|perguntar|pergunte|perguntarem|pede|pedir|menciona|mencionar|quiser)\w*\b{gap},\s*(?:responde|responda|diz|diga|recomenda|recomende|afirma|afirme|nega|negue|mente|minta|usa|use|sugere|sugira)\b`,
    String.raw`\b(?:antes|depois) de (?:responder|responderes|fazer (?:nada|qualquer coisa)),? (?:sempre )?{ordem}\b`,
    String.raw`{imp}{ordem}\b{gap}\b(?:antes|depois) de (?:responder|responderes)\b`,
  ),
  row(
    'approval',
    String.raw`{imp}(?:aprova|aprove|aceita|aceite|autoriza|autorize|confirma|confirme|permite|permita) (?:automaticamente |sempre |de forma automatica )*(?:tudo|todas?|todos|cada|qualquer|sem)\b`,
    String.raw`\b(?:executa|execute|apaga|apague|elimina|elimine|exclui|exclua|instala|instale|modifica|modifique|age|aja|prossegue|prossiga|continua|continue|faz|faca|aplica|aplique|envia|envie|lanca|lance|corre|roda|rode|escreve|escreva|muda|mude)\b{gap}\bsem (?:nunca |nenhuma |a minha |minha |previa |antes )*(?:pedir|perguntar|confirmacao|permissao|aprovacao|autorizacao|consentimento|avisar|consultar|revisao humana)\b`,
    String.raw`\bnao (?:pecas|peca|esperes|espere|solicites|solicite|precisas de pedir|precisa pedir|e preciso pedir)\s(?:\w+\s){0,2}?(?:confirmacao|permissao|aprovacao|autorizacao)\b|\bnao perguntes? (?:nunca |nada )?(?:ao (?:utilizador|usuario)|a ninguem)\b`,
    String.raw`{imp}(?:omite|omita|salta|salte|pula|pule|evita|evite|desativa|desative|contorna|contorne) (?:todas? )?(?:as |os |a |o )(?:\w+ de )?(?:permiss(?:ao|oes)|aprovac(?:ao|oes)|autorizac(?:ao|oes)|confirmac(?:ao|oes))\b`,
    String.raw`\b(?:o utilizador|o usuario|o desenvolvedor|o dono) (?:ja )?(?:aprovou|autorizou|deu permissao|permitiu)(?: para)? (?:tudo|todas|isto|isso|qualquer)`,
  ),
  row(
    'credentials',
    String.raw`\b(?:mostra|mostre|inclui|inclua|imprime|imprima|revela|revele|escreve|escreva|envia|envie|adiciona|adicione|cola|cole|copia|copie|poe|coloca|coloque|publica|publique|da-me|de-me|me de)\b{gap}\b{secret}{gap}\b(?:em|a|com|ao|no|na|nos|nas|para)\b{gap}\b(?:cada|todas?|tuas?|suas?|a|o|as|os)? ?(?:\w+ )?(?:respostas?|mensagens?|mensagem|chat|conversa|commits?|comentarios?|publico)\b`,
    '{imp}(?:revela|revele|divulga|divulgue|diz-me|diga-me|me diga|da-me|me de|entrega|entregue) (?:todas? |todos? )?(?:as |os |a |o |tuas |teus |suas |seus )*{secret}',
    '{imp}(?:pede|peca|pergunta|pergunte|solicita|solicite) {user} {gap}{secret}',
  ),
  row(
    'tool-use',
    String.raw`\b(?:usa|use|utiliza|utilize|chama|chame|invoca|invoque|executa|execute|abre|abra)\b {gap}\b(?:a ferramenta|as ferramentas|o terminal|a shell|o shell|o bash)\b`,
  ),
  row(
    'exfiltration',
    String.raw`{imp}(?:envia|envie|enviem|manda|mande|carrega|carregue|transmite|transmita|publica|publique|copia|copie|reencaminha|reencaminhe|encaminha|encaminhe|faz upload|faca upload)\b{gap}{goods}{gap}{place}`,
  ),
  row(
    'concealment',
    String.raw`\bnao (?:lhe |o |lhes )?(?:digas|diga|contes|conte|reveles|revele|menciones|mencione|mostres|mostre|informes|informe|avises|avise|fales|fale)\b{gap}(?:{user}|disto|disso|sobre isto|sobre isso|esta (?:regra|nota|instrucao))`,
    String.raw`{imp}(?:mantem|mantenha|guarda|guarde) (?:isto|isso|esta \w+) {gap}(?:em segredo|escondid[oa]|confidencial)\b|\bmantem-no em segredo\b`,
    String.raw`\bsem que (?:o utilizador|o usuario|o desenvolvedor|ninguem|alguem)\b{gap}\b(?:saiba|note|veja|perceba|descubra|saibam|notem)\b|\bem segredo\b|\b(?:secretamente|as escondidas)\b`,
  ),
  row(
    'urgency-authority',
    String.raw`\b(?:importante|urgente|atencao|critico)\b\s*[:!]+\s*(?:\w+ ){0,2}?(?:deves|deve|tens|imediatamente|ignora|ignore|obedece|obedeca|executa|execute|apaga|apague|voce deve)\b`,
    String.raw`\b(?:o administrador|o (?:sistema|desenvolvedor|chefe|diretor|dono)|a equipa de seguranca|a equipe de seguranca|a direcao|anthropic|openai) (?:te |lhe |ja |o )?(?:autorizou|ordenou|ordena|autoriza|exige|exigiu|permite|permitiu|manda|mandou|pede)\b`,
    String.raw`\b(?:por ordem d[oae]|isto e uma ordem|isso e uma ordem|como (?:o )?(?:teu|seu) (?:administrador|desenvolvedor|criador|chefe))\b`,
  ),
  row(
    'safety-off',
    String.raw`{imp}(?:desativa|desative|desativar|desabilita|desabilite|desliga|desligue|contorna|contorne|evita|evite)\b{gap}\b(?:sandbox|seguranca|protec(?:ao|oes)|protecoes|auditoria|verificacoes de seguranca)\b`,
  ),
];
