#!/usr/bin/env python3
"""Analyses the OpenCL kernels of Debian's source packages, each with its own program's options.

Usage: bench/corpora/debian.py [--clperf-cc PROGRAM] [--work DIR] [--every N] [--log FILE] [--list] [PACKAGE...]

Downloads the packages' tarballs with apt-get, which checks them, by a configuration of its own in DIR: neither root nor
deb-src lines in the system's sources are needed, and nothing outside DIR is written. A package that the mirror does
not have is skipped. Prints for each package how many files clang-19 accepts, what clperf-cc analyses of them, and
processor time per kernel; then the reasons for the rest (measure.py says what is counted). What --log has is not
measured again. Exits with 1 if anything crashed or hung, with 77 if no package can be had.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
import measure  # noqa: E402

UNAVAILABLE = 77
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
MIRROR = "http://deb.debian.org/debian"
SUITE = "bookworm"


@dataclass
class Package:
    """Files of OpenCL C in a source package, and what its program compiles them with. `every` takes one file of so
    many; `skip` has files that are only included by others."""

    name: str
    files: tuple  # patterns below the top folder
    flags: str = ""
    every: int = 1
    skip: tuple = ()
    label: str = ""  # where a package has more than one row


HASHCAT = ("-DKERNEL_STATIC -DXM2S(x)=#x -DM2S(x)=XM2S(x) -DINCLUDE_PATH=OpenCL -I. -DLOCAL_MEM_TYPE=1 -DVENDOR_ID=8 "
           "-DCUDA_ARCH=0 -DHAS_VPERM=0 -DHAS_VADD3=0 -DHAS_VBFE=0 -DHAS_BFE=0 -DHAS_LOP3=0 -DHAS_MOV64=0 -DHAS_PRMT=0 "
           "-DVECT_SIZE=1 -DDEVICE_TYPE=4 -DDGST_R0=0 -DDGST_R1=1 -DDGST_R2=2 -DDGST_R3=3 -DDGST_ELEM=4 -DKERN_TYPE=0 "
           "-DATTACK_MODE=3 -D_unroll -cl-std=CL2.0 ")
PME = ("-I. -Isrc -D_NVIDIA_SOURCE_ -DWARP_SIZE_TEST=32 -Dwarp_size=32 -Dorder=4 -DthreadsPerAtom=16 -Dc_pmeMaxUnitcellShift=2.0 "
       "-Dc_skipNeutralAtoms=false -Dc_virialAndEnergyCount=7 -Dc_spreadWorkGroupSize=128 -Dc_solveMaxWorkGroupSize=256 "
       "-Dc_gatherWorkGroupSize=128 -DDIM=3 -DXX=0 -DYY=1 -DZZ=2 -DwrapX=true -DwrapY=true")
OPENCV_CORE = ("-DOP_ADD -DBINARY_OP -DHAVE_SRC2 -DsrcT1=float -DsrcT1_C1=float -DsrcT2=float -DsrcT2_C1=float -DdstT=float "
               "-DdstT_C1=float -DworkT=float -DworkST=float -DwdepthT4=float4 -DconvertToWT1= -DconvertToWT2= -DconvertToDT= -DconvertToWT= "
               "-DconvertFromU= -Dcn=1 -DrowsPerWI=4 -Ddepth=5 -Dwdepth=5 -DscaleT=float -DunaryOp -DWGS=256 -DWGS2_ALIGNED=128 "
               "-DkercnT=1 -Dkercn=1 -DT=float -DT1=float -DTILE_DIM=32 -DBLOCK_ROWS=8 -DLOCAL_SIZE=16 -DWT=float -DsrcT=float "
               "-DdstT1=float -DST=float -DMIN_VAL=-1e30f -DMAX_VAL=1e30f -DOP_SUM -DDEPTH_5 -DddepthT=float -DsrcTM=float "
               "-DFT=float -DCT=float2 -DRADIX_PROCESS= -DLOCAL_MAX=64 -Dkercn=1 -DBORDER_CONSTANT -Dscn=1 -DBLOCK_SIZE=16 -Dnum_channels=1 "
               "-DPIX_PER_WI_Y=1 -DdstT_rowwise=float")
OPENCV_IMGPROC = ("-Dcn=1 -DsrcT=float -DsrcT1=float -DdstT=float -DdstT1=float -DWT=float -DWT1=float -DT=float -DT1=float -DST=float "
                  "-DDT=float -DconvertToWT= -DconvertToDT= -DconvertToDstT= -DconvertToT= -DconvertToWT2= -DconvertTo= -DBORDER_REPLICATE "
                  "-DEXTRA_EXTRAPOLATION -DANCHOR_X=1 -DANCHOR_Y=1 -DKERNEL_SIZE_X=3 -DKERNEL_SIZE_Y=3 -DPX_LOAD_VEC_SIZE=4 -DPX_LOAD_NUM_PX=4 "
                  "-DLOCAL_SIZE_X=16 -DLOCAL_SIZE_Y=16 -DLOCAL_SIZE=256 -DBLOCK_SIZE_Y=16 -DRADIUS=1 -DRADIUSX=1 -DRADIUSY=1 -DLSIZE0=16 "
                  "-DLSIZE1=16 -DCN=1 -DBLK_X=16 -DBLK_Y=16 -DBINS=256 -DHISTS_COUNT=64 -DWGS=256 -Dkercn=1 -DINTER_LINEAR -DINTER_NEAREST "
                  "-Ddepth=5 -Dscn=3 -Ddcn=3 -Dbidx=0 -DPIX_PER_WI_X=1 -DPIX_PER_WI_Y=1 -DrowsPerWI=1 -DDEPTH=5 -Dhscale=0.5f -Dhrange=180 "
                  "-DTHRESH_BINARY -DOP_ERODE -DPROCESS_ELEM_=PROCESS_ELEM(0,0) -Dwdepth=5 -DSTRIPE_SIZE=1 -Dgreenbits=6 -Duidx=0 -Dyidx=0 "
                  "-DanX=1 -DanY=1 -DksX=3 -DksY=3 -Dmaxk=9 -Dradius=1 -DMAX_EIGEN -DGROUP_SIZE=64 -DOP_CALC2SUMS -DintermediateT=float "
                  "-DSCN=1 -DDCN=1 -DDIG(a)=a, -DCOEFF=DIG(0.25f)DIG(0.5f)DIG(0.25f)DIG(0.25f)DIG(0.5f)DIG(0.25f)DIG(0.25f)DIG(0.5f)DIG(0.25f) "
                  "-DKERNEL_MATRIX_X=DIG(0.25f)DIG(0.5f)DIG(0.25f) -DKERNEL_MATRIX_Y=DIG(0.25f)DIG(0.5f)DIG(0.25f) -DFT=float -DCT=float -DsumT=float "
                  "-DsumSQT=float -DSRCTYPE=uchar -DSTRIDE_SIZE=4 -DTHRESH_VALUE=1")

PACKAGES = [
    Package("darktable", ("data/kernels/*.cl",), "-cl-fast-relaxed-math -DNVIDIA=1 -Idata/kernels"),
    Package("gegl", ("opencl/*.cl",), "-cl-fast-relaxed-math"),
    Package("ffmpeg", ("libavfilter/opencl/*.cl",), "-DBLOCK_RADIUS=2 -DTAP_SIZE=3", skip=("colorspace_common.cl", "tonemap.cl")),
    Package("x264", ("common/opencl/*.cl",), "-include common/opencl/x264-cl.h -DVECTORIZE=1"),
    Package("hashcat", ("OpenCL/m*_a0-*.cl", "OpenCL/m*_a1-*.cl", "OpenCL/m*_a3-*.cl"), HASHCAT + "-DATTACK_EXEC=11 -DATTACK_KERN=3",
            every=60, label="hashcat, fast hashes"),
    Package("hashcat", ("OpenCL/m?????-pure.cl", "OpenCL/m?????-optimized.cl"), HASHCAT + "-DATTACK_EXEC=10 -DATTACK_KERN=0", every=25,
            label="hashcat, slow hashes"),
    Package("oclgrind", ("tests/kernels/**/*.cl",), "-Itests/kernels"),
    Package("gromacs", ("src/gromacs/ewald/pme_program.cl",), PME, label="gromacs, PME"),
    Package("openmm", ("platforms/opencl/src/kernels/*.cl",), "-include platforms/opencl/src/kernels/common.cl -DNUM_BLOCKS=64 "
            "-DTILE_SIZE=32 -DBUFFER_SIZE=256 -DGROUP_SIZE=64 -DPADDED_NUM_ATOMS=2048 -DNUM_ATOMS=2048 -DKEY_TYPE=float -DDATA_TYPE=float2 "
            "-DMAX_CUTOFF=1.0f -DPADDING=0.1f -DNUM_TILES_WITH_EXCLUSIONS=64 -DMAX_EXCLUSIONS=8 -Dreal=float -Dreal2=float2 -Dreal3=float3 "
            "-Dreal4=float4 -Dmixed=float -Dmixed4=float4 -DSIMD_WIDTH=32", skip=("common.cl",)),
    Package("opencv", ("modules/core/src/opencl/*.cl",), OPENCV_CORE, label="opencv, core"),
    Package("opencv", ("modules/imgproc/src/opencl/*.cl",), OPENCV_IMGPROC, label="opencv, imgproc"),
    Package("opencv", ("modules/video/src/opencl/*.cl", "modules/features2d/src/opencl/*.cl", "modules/objdetect/src/opencl/*.cl",
                       "modules/photo/src/opencl/*.cl", "modules/calib3d/src/opencl/*.cl"),
            "-Dcn=1 -DBLOCK_SIZE=16 -DMAX_DESC_LEN=64 -DTYPE=float -Dkercn=1 -DT=float -DFL=float -DF=float -DNUM_CHANNELS=1 -DWSX=1 -DWSY=1 -DCN=1 "
            "-DTEMPLATE_WINDOW_SIZE=7 -DSEARCH_WINDOW_SIZE=21 -DCTA_SIZE=256 -DBLOCK_COLS=32 -DBLOCK_ROWS=32 -DCTA_SIZE2=128 "
            "-Dsample_t=uchar -Dpixel_t=uchar -Dint_t=int -Dweight_t=int -Dsum_t=int -Dconvert_sum_t= -Dconvert_pixel_t=convert_uchar_sat "
            "-Dconvert_weight_t=convert_int -Dconvert_int_t=convert_int -DDISTANCE_SHIFT=0",
            label="opencv, others"),
    Package("blender", ("source/blender/compositor/operations/*.cl",)),
    Package("opensubdiv", ("opensubdiv/osd/clKernel.cl",), "-DLENGTH=3 -DSRC_STRIDE=3 -DDST_STRIDE=3 -DWORK_GROUP_SIZE=64 "
            "-include opensubdiv/osd/patchBasisCommonTypes.h -include opensubdiv/osd/patchBasisCommon.h -include opensubdiv/osd/patchBasisCommonEval.h "
            "-DOSD_PATCH_BASIS_OPENCL"),
    Package("starpu", ("examples/**/*.cl", "tests/**/*.cl"), "-I. -DTYPE=float"),
    Package("erlang-cl", ("examples/*.cl", "test/*.cl")),
]


# --- getting them -----------------------------------------------------------------


def make_apt(work):
    """A configuration of apt that has its lists and its cache in that folder."""
    apt = work / "apt"
    for folder in ("state/lists/partial", "cache/archives/partial", "parts"):
        (apt / folder).mkdir(parents=True, exist_ok=True)
    (apt / "status").touch()
    (apt / "sources.list").write_text(f"deb-src [signed-by={KEYRING}] {MIRROR} {SUITE} main\n")
    (apt / "apt.conf").write_text(f'Dir::State "{apt}/state";\nDir::State::status "{apt}/status";\nDir::Cache "{apt}/cache";\n'
                                  f'Dir::Etc::sourcelist "{apt}/sources.list";\nDir::Etc::sourceparts "{apt}/parts";\n'
                                  'APT::Sandbox::User "";\nAcquire::Retries "2";\n')
    return {**os.environ, "APT_CONFIG": str(apt / "apt.conf"), "LC_ALL": "C"}


def apt_get(arguments, directory, env):
    try:
        done = subprocess.run(["apt-get", "-qq", *arguments], cwd=directory, env=env, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=900)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def download(name, work, env):
    """The package's tarball without Debian's patches, or None."""
    folder = work / "tarballs" / name
    tarballs = [path for path in folder.glob("*.tar.*") if path.suffix != ".asc"]
    if not tarballs:
        folder.mkdir(parents=True, exist_ok=True)
        apt_get(["source", "--tar-only", "--download-only", name], folder, env)
        tarballs = [path for path in folder.glob("*.tar.*") if path.suffix != ".asc"]
    return tarballs[0] if tarballs else None


SOURCES = (".cl", ".h", ".hpp", ".clh", ".cu", ".inc")


def unpack(tarball, directory):
    """What kernels and their headers are written in, without the top folder; links are left out."""
    if directory.exists():
        return
    unfinished = directory.with_name(directory.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    with tarfile.open(tarball) as archive:
        for member in archive:
            path = Path(*Path(member.name).parts[1:])
            if not member.isfile() or path.suffix not in SOURCES or ".." in path.parts:
                continue
            target = unfinished / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.extractfile(member).read())
    unfinished.rename(directory)


# --- analysing them ---------------------------------------------------------------


def cases_of(package, directory, every):
    found = sorted({path for pattern in package.files for path in directory.glob(pattern)})
    for path in found[::package.every * every]:
        if path.name not in package.skip:
            yield measure.Case(package.label or package.name, str(path.relative_to(directory)), str(directory), package.flags.split())


def collect(packages, options):
    work, cases = options.work, []
    env = make_apt(work)
    if any(not list((work / "tarballs" / package.name).glob("*.tar.*")) for package in packages):
        apt_get(["update"], work, env)
    for package in packages:
        tarball = download(package.name, work, env)
        if not tarball:
            print(f"{package.label or package.name}: skipped: cannot be downloaded")
            continue
        unpack(tarball, work / "sources" / package.name)
        cases += cases_of(package, work / "sources" / package.name, options.every)
    return cases


def main():
    here = Path(__file__).resolve().parent.parent.parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clperf-cc", default=str(here / "build/release/bin/clperf-cc"))
    parser.add_argument("--work", type=Path, default=here / "build/corpora")
    parser.add_argument("--every", type=int, default=1, help="one file of so many, for a first look")
    parser.add_argument("--log", type=Path, help="outcomes, one line of JSON per file")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("package", nargs="*")
    options = parser.parse_args()
    unknown = set(options.package) - {package.name for package in PACKAGES}
    if unknown:
        parser.error(f"no package named {', '.join(sorted(unknown))}")
    packages = [package for package in PACKAGES if not options.package or package.name in options.package]
    if options.list:
        print("\n".join(f"{package.label or package.name}: {' '.join(package.files)}" for package in packages))
        return 0
    options.work = options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    cases = collect(packages, options)
    if not cases:
        return UNAVAILABLE
    log = options.log or options.work / "outcomes.jsonl"
    if not options.log:
        log.unlink(missing_ok=True)
    outcomes = measure.measure_all(cases, options.clperf_cc, log)
    measure.print_table(outcomes)
    measure.print_reasons(outcomes, "named")
    measure.print_reasons(outcomes, "lost")
    measure.print_objections(outcomes)
    bad = [outcome for outcome in outcomes if outcome.crash or outcome.hang]
    for outcome in bad:
        print(f"{outcome.corpus}: {outcome.file}: {'hangs' if outcome.hang else 'crash'}: {outcome.crash}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
