// device.h: CUDA's words for g++, included before a kernel. What they mean is in the machine.
#pragma once
#include "interface.h"

#define GPM_EMULATOR 1
#define GPM_SHARED(name) unsigned* const name = ::emulator::shared()

#define __global__
#define __device__
#define __host__
#define __constant__ static
#define __shared__ static_assert(false, "shared memory is declared by GPM_SHARED");
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __align__(n) alignas(n)

#define threadIdx (::emulator::here->thread)
#define blockIdx (::emulator::here->block)
#define blockDim (::emulator::here->block_size)
#define gridDim (::emulator::here->grid_size)
#define warpSize 32

// Where a call stands, for reports.
#define EMULATOR_LINE int line = __builtin_LINE()

#include "arithmetic.h"
#include "atomics.h"
#include "collectives.h"

// ---- threads and memory

inline void __syncthreads(EMULATOR_LINE) { emulator::meet_block(emulator::BARRIER, 0, line); }
inline int __syncthreads_or(int p, EMULATOR_LINE) { return emulator::meet_block(emulator::BARRIER_OR, p, line); }
inline int __syncthreads_and(int p, EMULATOR_LINE) { return emulator::meet_block(emulator::BARRIER_AND, p, line); }
inline int __syncthreads_count(int p, EMULATOR_LINE) { return emulator::meet_block(emulator::BARRIER_COUNT, p, line); }

// Memory is sequentially consistent here; a fence is only a moment at which others may run.
inline void __threadfence(EMULATOR_LINE) { emulator::tick(line); }
inline void __threadfence_block(EMULATOR_LINE) { emulator::tick(line); }
inline void __threadfence_system(EMULATOR_LINE) { emulator::tick(line); }
inline void __nanosleep(unsigned, EMULATOR_LINE) { emulator::rest(line); }

template <class T> inline T __ldg(const T* p) { return *p; }
template <class T> inline T __ldca(const T* p) { return *p; }
template <class T> inline T __ldcg(const T* p) { return *p; }
template <class T> inline T __ldcs(const T* p) { return *p; }
template <class T> inline T __ldcv(const T* p) { return *p; }
template <class T> inline void __stcg(T* p, T v) { *p = v; }
template <class T> inline void __stcs(T* p, T v) { *p = v; }
template <class T> inline void __stwt(T* p, T v) { *p = v; }

inline long long clock64(EMULATOR_LINE) { emulator::tick(line); return static_cast<long long>(emulator::ticks()); }
inline long clock(EMULATOR_LINE) { return static_cast<int>(clock64(line)); }

// Blocks are spread over two multiprocessors.
inline unsigned emu_smid() { return blockIdx.x & 1; }
// The global timer, in nanoseconds.
inline unsigned long long emu_globaltimer(EMULATOR_LINE) { return static_cast<unsigned long long>(clock64(line)); }
