import { CONVERSATION_STYLE } from '../domain/html-page.ts';

/** The look of every page; conversations look as they do in an exported file. */
export const STYLE = `${CONVERSATION_STYLE}
:root{--good:#1a7f37;--bar:#0969da}
@media(prefers-color-scheme:dark){:root{--good:#3fb950;--bar:#4493f8}}
.skip{position:absolute;left:-99rem;background:var(--back);padding:.5rem 1rem;z-index:2}
.skip:focus{left:.5rem;top:.5rem}
:focus-visible{outline:3px solid var(--you);outline-offset:2px;border-radius:3px}
body>header,main,body>footer{max-width:70rem;margin:0 auto;padding:.8rem 1rem}
body>header{display:flex;flex-wrap:wrap;gap:.5rem 1.2rem;align-items:center;border-bottom:1px solid var(--line)}
body>header nav{display:flex;flex-wrap:wrap;gap:.2rem .9rem}
nav a[aria-current]{color:var(--text);font-weight:600;text-decoration:none;border-bottom:3px solid var(--you)}
body>header form{margin-left:auto;display:flex;gap:.4rem;flex:0 1 20rem;min-width:12rem}
body>header input{flex:1;min-width:0}
body>footer{color:var(--dim);font-size:.85rem;border-top:1px solid var(--line);margin-top:3rem}
h2{font-size:1.1rem;margin:1.6rem 0 .5rem}
h3{font-size:1rem;margin:1rem 0 .3rem}
p,li,td,h2,h3,th[scope=row]{overflow-wrap:anywhere}
input,select,button,textarea{font:inherit;color:var(--text);background:var(--back);border:1px solid var(--dim);border-radius:6px;padding:.3rem .6rem;max-width:100%}
textarea{width:100%;min-height:5rem}
button,.button{display:inline-block;background:var(--soft);cursor:pointer;border:1px solid var(--dim);border-radius:6px;padding:.3rem .7rem;color:var(--text);text-decoration:none}
button.main{background:var(--text);color:var(--back)}
button.danger{background:var(--error);border-color:var(--error);color:var(--back)}
form.filter{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:end;margin:.5rem 0 1rem}
label{display:grid;grid-template-columns:minmax(0,1fr);min-width:0;max-width:100%;gap:.15rem;font-size:.85rem;color:var(--dim)}
label.check{display:flex;gap:.4rem;align-items:center}
label input,label select,label textarea{font-size:1rem}
form.filter label{max-width:min(100%,20rem)}
form.ask{display:grid;gap:.8rem;max-width:38rem;margin:1rem 0}
.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.6rem 0}
.told{border:1px solid var(--good);border-left-width:6px;border-radius:6px;padding:.5rem .8rem;margin:.8rem 0}
.warn{border:1px solid var(--error);border-left-width:6px;border-radius:6px;padding:.5rem .8rem;margin:.8rem 0}
.dim{color:var(--dim)}
.list{list-style:none;margin:0;padding:0}
.list>li{border-top:1px solid var(--line);padding:.6rem 0}
.list .title{font-weight:600}
.facts{color:var(--dim);font-size:.88rem;display:flex;flex-wrap:wrap;gap:0 .9rem}
.tag{border:1px solid var(--line);border-radius:99px;padding:0 .5rem;font-size:.8rem;color:var(--dim);white-space:nowrap}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92rem}
thead th{white-space:nowrap}
th[scope=row]{min-width:9rem;font-weight:500}
th,td{text-align:left;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}
table.wide{min-width:44rem}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td.bar{width:30%;min-width:5rem}
svg{display:block;max-width:100%}
svg[role=img]{max-width:44rem}
svg rect{fill:var(--bar)}
svg text{fill:var(--dim);font:11px system-ui,sans-serif}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.6rem;margin:0;padding:0;list-style:none}
.cards li{border:1px solid var(--line);border-radius:8px;padding:.6rem .8rem}
.cards b{display:block;font-size:1.5rem;line-height:1.2}
dl.pairs{display:flex;flex-wrap:wrap;gap:.1rem 1.6rem;margin:.6rem 0 1rem}
dl.pairs div{display:flex;gap:.4rem;min-width:0}
dl.pairs dd{color:var(--text)}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,32rem),1fr));gap:0 2rem}
.two>*{min-width:0}
mark{background:none;color:inherit;font-weight:700;text-decoration:underline}
.tabs{display:flex;flex-wrap:wrap;gap:.2rem .9rem;border-bottom:1px solid var(--line);margin:.8rem 0;padding-bottom:.3rem}
.row a[aria-current]{color:var(--text);font-weight:600;text-decoration:none}
.cut{font-size:.9rem}
:target{background:var(--soft);scroll-margin-top:1rem}
.pages{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:center;margin:1rem 0}
.verdict{font-size:1.1rem;font-weight:600}
@media print{body>header,body>footer,.row,.tabs,.pages{display:none}}
`;
