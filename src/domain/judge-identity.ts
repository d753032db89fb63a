import { shellLine } from '../kernel/shell-word.ts';
import type { PlaceFacts, ResumeFacts } from './resume-facts.ts';
import { type Finding, makeFinding } from './resume-finding.ts';

/** Records of a newer loom: what they say is not known, so nothing can be compared. */
function judgeVersion({ transcript, session }: ResumeFacts): readonly Finding[] {
  if (transcript.newer === 0) return [];
  return [
    makeFinding('newer-record', {
      message: `${transcript.newer} of its records are of a newer loom or of an agent that this loom cannot read`,
      evidence: `loom sessions show ${session} --raw`,
      needs: 'a newer loom',
    }),
  ];
}

function linkStep({ project, began }: PlaceFacts): string {
  if (project === null) return 'a session whose folder is known';
  return `in the folder that ${began ?? project.name} became: loom project link ${project.id}`;
}

function judgeHere(place: PlaceFacts): readonly Finding[] {
  const { here, project } = place;
  if (here === null || project === null) return [];
  if (here.standing === 'other' || (here.standing === 'none' && here.inGit)) {
    return [
      makeFinding('other-project', {
        message: `it is a session of project ${project.name}, and ${here.path} is another one`,
        evidence: `loom project show ${project.id}`,
        needs: `--all, or to be asked for in the project itself${place.chosen === null ? '' : `: cd ${shellLine([place.chosen])}`}`,
      }),
    ];
  }
  return here.standing === 'unsure' ? [unconfirmed(place, here.path)] : [];
}

function unconfirmed(place: PlaceFacts, path: string): Finding {
  const id = place.project?.id ?? '';
  return makeFinding('project-unconfirmed', {
    message: `it is not certain that ${path} is project ${place.project?.name ?? 'of this session'}: what identifies it disagrees`,
    evidence: `loom project show ${id}`,
    needs: `a person who says, in that folder, that it is: loom project link ${id}`,
  });
}

function judgeProject(place: PlaceFacts): readonly Finding[] {
  if (place.project === null) {
    const message = 'nothing tells in which project this session took place';
    return [makeFinding('project-missing', { message, evidence: 'loom project list', needs: linkStep(place) })];
  }
  if (place.unconfirmed) return [unconfirmed(place, place.began ?? place.project.name)];
  if (place.chosen !== null) return [];
  if (place.standing === 'unsure') return [unconfirmed(place, place.began ?? '')];
  if (place.standing === 'gone') {
    return [
      makeFinding('project-missing', {
        message: `its folder ${place.began ?? ''} is gone, and no other folder of project ${place.project.name} is there`,
        evidence: shellLine(['ls', '-d', place.began ?? '']),
        needs: linkStep(place),
      }),
    ];
  }
  return [
    makeFinding('other-project', {
      message: `its folder ${place.began ?? ''} holds another project now`,
      evidence: shellLine(['git', '-C', place.began ?? '', 'rev-list', '--max-parents=0', 'HEAD']),
      needs: linkStep(place),
    }),
  ];
}

/** Judges whether this is the project's session, and whether the project is still where, and what, it was. */
export function judgeIdentity(facts: ResumeFacts): readonly Finding[] {
  const { place } = facts;
  const moved = place.chosen !== null && place.standing !== 'same' && place.standing !== 'linked';
  const substituted = moved
    ? [
        makeFinding('cwd-substituted', {
          message: `its folder ${place.began ?? ''} is ${place.standing === 'gone' ? 'gone' : 'another project now'}; it would go on in ${place.chosen ?? ''}`,
          ...(place.began === null ? {} : { before: place.began }),
          after: place.chosen ?? '',
          evidence: shellLine(['ls', '-d', place.began ?? '', place.chosen ?? '']),
        }),
      ]
    : [];
  return [...judgeVersion(facts), ...judgeProject(place), ...judgeHere(place), ...substituted];
}
